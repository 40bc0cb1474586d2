import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const oxlint = path.join(root, 'node_modules/.bin/oxlint');

/** A file of `src` and an import that it must not contain. */
const violations: readonly (readonly [file: string, name: string])[] = [
  ['platform/server/http/a.ts', '#core/auth/server/queries.ts'],
  ['platform/contract/a.ts', '#app/contract/pages.ts'],
  ['platform/web/ui/a.tsx', 'react-router'],
  ['platform/web/ui/form/a.tsx', '../../client/use-now.ts'],
  ['core/auth/server/a.ts', '#features/members/server/routes.ts'],
  ['core/auth/server/b.ts', '../../content/server/read-sections.ts'],
  ['core/files/web/a.ts', '#app/web/routes.tsx'],
  ['features/questions/server/a.ts', '#features/reservations/server/queries.ts'],
  ['features/questions/server/b.ts', '../../reservations/server/queries.ts'],
  ['features/questions/web/admin/a.tsx', '../../../reservations/contract/slots.ts'],
  ['features/questions/web/b.ts', '#app/web/routes.tsx'],
  ['app/server/desk/a.ts', '../../../features/questions/server/queries.ts'],
  ['app/server/b.ts', '#test/test-app.ts'],
  ['features/gallery/contract/a.ts', 'zod'],
];
const allowed: typeof violations = [
  ['core/auth/server/login/c.ts', '../../contract/auth.ts'],
  ['core/auth/web/c.ts', '#core/content/web/paths.ts'],
  ['features/questions/server/c.ts', '#core/auth/server/queries.ts'],
  ['app/server/c.ts', '#features/questions/server/queries.ts'],
  ['platform/web/ui/form/c.tsx', '../button.tsx'],
];

let folder = '';
beforeAll(async () => {
  await mkdir(path.join(root, '.cache'), { recursive: true });
  folder = await mkdtemp(path.join(root, '.cache/import-law-'));
  await cp(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The rules that the linter reports for a file with this import. */
const lint = async (file: string, name: string): Promise<readonly string[]> => {
  const full = path.join(folder, 'src', file);
  await mkdir(path.dirname(full), { recursive: true });
  await writeFile(full, `import { one } from '${name}';\n\nexport const two = one;\n`);
  const output = await new Promise<string>((resolve) => {
    execFile(oxlint, ['--format=json', `src/${file}`], { cwd: folder }, (_error, stdout) => resolve(stdout));
  });
  const { diagnostics } = JSON.parse(output) as { diagnostics: readonly { code: string }[] };
  return diagnostics.map(({ code }) => code);
};

it.each(violations)('the linter refuses that %s imports %s', async (file, name) => {
  expect(await lint(file, name)).toEqual(['eslint(no-restricted-imports)']);
});

it.each(allowed)('%s may import %s', async (file, name) => {
  expect(await lint(file, name)).toEqual([]);
});

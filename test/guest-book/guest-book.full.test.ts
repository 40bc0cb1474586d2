import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { readMigrations } from '#platform/server/db/read-migrations.ts';

const run = promisify(execFile);
const fixture = import.meta.dirname;
const root = path.resolve(fixture, '../..');
const project = await mkdtemp(path.join(tmpdir(), 'guest-book-'));
const feature = path.join(project, 'src/features/guest-book');
afterAll(() => rm(project, { recursive: true }));

/** Adds the feature to a list: its import and one line. */
const plugIn = async (list: string, module: string): Promise<void> => {
  const file = path.join(project, list);
  const source = await readFile(file, 'utf8');
  const plugged = source.replace(/\n {2}questions,\n/, '\n  questions,\n  guestBook,\n');
  expect(plugged).not.toBe(source);
  await writeFile(file, `import { guestBook } from '${module}';\n${plugged}`);
};

/** Copies the project, and adds the feature's folder, its migration, its line in the two lists and the generated documents. */
const addGuestBook = async (): Promise<void> => {
  const isCopied = (source: string): boolean =>
    !/^(node_modules|dist|data|\.git|\.cache|test\/guest-book)($|\/)/.test(path.relative(root, source));
  await cp(root, project, { recursive: true, filter: isCopied });
  await symlink(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
  await cp(path.join(fixture, 'feature'), feature, { recursive: true });
  // Named `.checks.ts` in the fixture, so that the test runner finds it only in the copy.
  const server = path.join(feature, 'server');
  await rename(path.join(server, 'guest-book.checks.ts'), path.join(server, 'guest-book.test.ts'));
  const migrations = path.join(project, 'db/migrations');
  const number = String((await readMigrations()).length + 1).padStart(4, '0');
  await cp(path.join(fixture, 'guest-book.sql'), path.join(migrations, `${number}-guest-book.sql`));
  await plugIn('src/app/server/features.ts', '#features/guest-book/server/feature.ts');
  await plugIn('src/app/web/features.ts', '#features/guest-book/web/feature.ts');
  const checksums = (await readMigrations(migrations)).map(({ name, checksum }) => [name, checksum]);
  await writeFile(
    path.join(project, 'test/migration-checksums.json'),
    JSON.stringify(Object.fromEntries(checksums)),
  );
  await inProject('npm', 'run', 'openapi');
};

/** Runs a command. Its output is the message when it fails. */
const inProject = async (command: string, ...args: readonly string[]): Promise<string> => {
  // Snapshots of new sections are not written in CI.
  const env = { ...process.env, TEST_FULL: undefined, VITEST: undefined, CI: undefined };
  try {
    const { stdout } = await run(command, args, { cwd: project, env, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
  }
};

/** What Vitest's JSON reporter writes. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** The tests that cover every feature, and those of the guest book. */
const CROSS_CUTTING = [
  'src/features/guest-book/',
  'src/app/server/export/',
  'src/app/server/purge/',
  'src/app/server/site/',
  'src/app/server/features.test.ts',
  'src/core/content/server/legal/present-document',
  'src/core/content/server/section-schemas',
  'src/core/messages/server/message-text',
  'src/platform/server/db/describe-table',
  'src/platform/server/http/',
  'test/contract.test.ts',
  'test/conventions.test.ts',
  'test/fuzz/',
  'test/migration-checksums.test.ts',
  'test/reads-are-side-effect-free.test.ts',
  'test/security/',
  'test/wrong-page-addresses.test.ts',
];

it('a guest book plugs in by one folder, one migration, two lines and the written documents', async () => {
  await addGuestBook();
  await inProject('npx', 'tsc', '-b');
  await inProject('npx', 'oxlint', '--type-aware', '--deny-warnings');
  await inProject('node', 'scripts/build.js');
  const report = path.join(project, 'report.json');
  const reporting = ['--reporter=json', `--outputFile=${report}`];
  // Which tests failed stands in the report.
  await inProject('npx', 'vitest', 'run', ...reporting, ...CROSS_CUTTING).catch(() => undefined);
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => [
    ...(status === 'failed' && assertionResults.length === 0 ? [`${name}: ${message}`] : []),
    ...assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join('\n')}`),
  ]);
  expect(failures).toEqual([]);
  const names = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName }) => fullName),
  );
  // The matrix of authorisation, bodies that are refused, the exported table, the page.
  for (const covered of [
    'endpoints and roles POST /api/guest-book',
    'POST /api/guest-book rejects malformed bodies',
    'every column of guest_book_entries but the id of the member is exported or omitted',
    'the page /guest-book answers wrong parameters',
  ])
    expect(
      names.filter((name) => name.includes(covered)),
      covered,
    ).not.toEqual([]);
}, 1_800_000);

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '..');

const resolveFrom = (file: string, name: string): string =>
  name.startsWith('#web/') ? join(WEB, name.slice('#web/'.length)) : join(dirname(file), name);

/** Every style that `file` brings with itself, however far down; not what it loads later. */
const listStyles = (file: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  if (file.endsWith('.css')) return seen;
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import(?! type)|\} from) .*?'((?:#web|\.)[^']*)'/gm,
  ))
    listStyles(resolveFrom(file, name), seen);
  return seen;
};

const stylesOf = (file: string): string[] =>
  [...listStyles(join(WEB, file))]
    .filter((name) => name.endsWith('.module.css'))
    .map((name) => relative(WEB, name));

it('names the style of everything that the server renders', () => {
  const routes = readFileSync(join(WEB, 'routes.tsx'), 'utf8');
  const pages = [...routes.matchAll(/publicPage\([^;]*?import\('\.\/([^']+)'\)/g)].map(
    ([, page = '']) => page,
  );
  expect(pages.length).toBeGreaterThanOrEqual(7);
  const others = [
    'legal/legal-document.tsx',
    'shell/page-skeleton.tsx',
    'shell/offline-page.tsx',
    'questions/question-list-page.tsx',
  ];
  const needed = [...pages, ...others].flatMap(stylesOf);
  expect(needed.length).toBeGreaterThan(20);
  const inlined = new Set([
    ...stylesOf('styles/public-pages.ts'),
    ...stylesOf('shell/layout.tsx'),
    ...stylesOf('routes.tsx'),
  ]);
  expect([...new Set(needed)].filter((style) => !inlined.has(style))).toEqual([]);
});

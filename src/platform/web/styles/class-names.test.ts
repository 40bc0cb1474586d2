import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../../..');

const read = (extension: string): string[] =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(extension) && !path.includes('.test.'))
    .map((path) => readFileSync(join(SRC, path), 'utf8'));

const CLASS_STRING = /className="([^"]*)"|\bcx\('([^']*)'/g;

test('every class in a string is defined in a global style sheet, and every such class is used', () => {
  const sheets = ['base.css', 'layout.css', 'text.css'].map((name) =>
    readFileSync(join(import.meta.dirname, name), 'utf8'),
  );
  const defined = sheets.join('').matchAll(/^ *\.([a-z][\w-]*) \{/gm);
  const used = read('.tsx').flatMap((source) =>
    [...source.matchAll(CLASS_STRING)].flatMap(([, attribute, argument]) =>
      (attribute ?? argument ?? '').split(' '),
    ),
  );
  expect([...new Set(used)].sort()).toEqual([...defined].map(([, name]) => name).sort());
});

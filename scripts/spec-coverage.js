// `npm run spec-coverage` writes docs/spec-coverage.md: the tests that cover each line of the specification.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './run.js';
import { readTests } from './security-page.js';

export const PAGE = path.join(root, 'docs/spec-coverage.md');

export const sections = JSON.parse(readFileSync(path.join(root, 'test/spec-lines.json'), 'utf8'));
export const lineIds = Object.values(sections).flatMap(Object.keys);

const ID = /@(?:\d|keys)-[a-z0-9-]+/g;
// Matches `test('title'`, `it.each(rows)('title'`, and the tags that may follow.
const TEST =
  /^ *(?:(?:test|it|describe)\b.*?|[\])}`]*(?: as const)?\))\(\s*(['"`])(.+?)\1,(?:\s*\{\s*tag: \[([^\]]*)\])?/gm;

export const listTagged = (files) =>
  files.flatMap(({ file, text }) =>
    [...text.matchAll(TEST)]
      .map(([, , title, tags = '']) => ({ file, title, ids: `${title} ${tags}`.match(ID) ?? [] }))
      .filter(({ ids }) => ids.length > 0),
  );

const cell = (text) => text.replaceAll('|', String.raw`\|`);

export const describeCoverage = (tests) => {
  const testsOf = (id) =>
    tests
      .filter(({ ids }) => ids.includes(id))
      .map(({ file, title }) => `\`${file}\` ${title.replaceAll(ID, '').trim()}`)
      .join('<br>');
  const tables = Object.entries(sections).map(([section, lines]) => {
    const rows = Object.entries(lines).map(
      ([id, text]) => `| \`${id}\` | ${cell(text)} | ${cell(testsOf(id))} |`,
    );
    return [`## ${section}`, '', '| line | what it says | tests |', '| --- | --- | --- |', ...rows].join(
      '\n',
    );
  });
  const intro = `Written by \`npm run spec-coverage\` from \`test/spec-lines.json\` and the tags of the tests. ${lineIds.length} lines, ${tests.length} tests.`;
  return `${['# The specification and its tests', intro, ...tables].join('\n\n')}\n`;
};

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(PAGE, describeCoverage(listTagged(readTests())));

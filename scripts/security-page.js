// `npm run security-page` writes the last column of the tables in docs/security.md: the tests that cover each id.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './run.js';

export const PAGE = 'docs/security.md';
const TESTS = /(\.(test|spec)\.tsx?|^test\/conventions\.ts)$/;
const ID = /\b[SL]-\d{2,3}\b/g;
// Only test names count, not comments.
const NAME = /^\s*(?:(?:it|test|describe)\b.*|name: .*|(?:\)|\]|\}|`)*\)\(.*|['"`].*)/;
const ROW = /^\| ([SL]-\d{2,3}) +\| (.*?) +\| (.*?) +\|$/;

export const listCoverage = (files) => {
  const coverage = new Map();
  for (const { file, text } of files)
    for (const line of text.split('\n').filter((one) => NAME.test(one)))
      for (const [id] of line.matchAll(ID)) coverage.set(id, (coverage.get(id) ?? new Set()).add(file));
  return coverage;
};

export const readTests = () =>
  ['src', 'test', 'tools', 'e2e']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file.replaceAll('\\', '/')}`,
      ),
    )
    .filter((file) => TESTS.test(file))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

export const readRows = (page) =>
  page.split('\n').flatMap((line) => {
    const row = ROW.exec(line);
    return row === null ? [] : [row.slice(1)];
  });

const formatFile = (file) => `\`${file.replace(/^src\//, '').replace(/\.(test|spec)\.tsx?$/, '')}\``;
const MAX_FILES = 3;

export const formatFiles = (files) => {
  const named = [...files].map(formatFile);
  const rest = named.length - MAX_FILES;
  return named.slice(0, MAX_FILES).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
};

const updatePage = (page, coverage) =>
  page
    .split('\n')
    .map((line) => {
      const [, id, what, last] = ROW.exec(line) ?? [];
      if (id === undefined) return line;
      const files = coverage.get(id);
      return `| ${id} | ${what} | ${files === undefined ? last : formatFiles(files)} |`;
    })
    .join('\n');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = path.join(root, PAGE);
  writeFileSync(file, updatePage(readFileSync(file, 'utf8'), listCoverage(readTests())));
  console.log(`Wrote ${PAGE}. Run \`npm run format\` to align its tables.`);
}

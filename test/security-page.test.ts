import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const scripts = join(import.meta.dirname, '../scripts');

interface SecurityPage {
  readonly PAGE: string;
  listCoverage(files: readonly { file: string; text: string }[]): Map<string, Set<string>>;
  readTests(): { file: string; text: string }[];
  readRows(page: string): [id: string, what: string, tests: string][];
  formatFiles(files: Iterable<string>): string;
}
const page = (await import(join(scripts, 'security-page.js'))) as SecurityPage;
const rows = page.readRows(await readFile(join(scripts, '..', page.PAGE), 'utf8'));
const coverage = page.listCoverage(page.readTests());

it('docs/security.md lists the tests of each id (npm run security-page writes it)', () => {
  const said = rows.filter(([id]) => coverage.has(id)).map(([id, , tests]) => [id, tests]);
  expect(said).toEqual(said.map(([id = '']) => [id, page.formatFiles(coverage.get(id) ?? [])]));
});

it('docs/security.md has every id of a test exactly once', () => {
  const ids = rows.map(([id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...coverage.keys()].filter((id) => !ids.includes(id))).toEqual([]);
});

it('docs/security.md gives a reason for each of the few ids without a test', () => {
  const without = rows.filter(([id]) => !coverage.has(id));
  expect(without.filter(([, , reason]) => reason.length < 20).map(([id]) => id)).toEqual([]);
  expect(without.length).toBeLessThan(5);
});

it('an id counts only in a test title, not in other text', () => {
  const text = "// S-002 as well\nit('S-001 a token', () => {});\nconst a = 'S-003';\n";
  expect([...page.listCoverage([{ file: 'a.test.ts', text }]).keys()]).toEqual(['S-001']);
});

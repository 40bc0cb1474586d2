import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface TaggedTest {
  readonly file: string;
  readonly title: string;
  readonly ids: readonly string[];
}
interface SpecCoverage {
  readonly PAGE: string;
  readonly lineIds: readonly string[];
  listTagged(files: readonly { file: string; text: string }[]): TaggedTest[];
  describeCoverage(tests: readonly TaggedTest[]): string;
}
const scripts = join(import.meta.dirname, '../scripts');
const coverage = (await import(join(scripts, 'spec-coverage.js'))) as SpecCoverage;
const { readTests } = (await import(join(scripts, 'security-page.js'))) as {
  readTests(): { file: string; text: string }[];
};
const files = readTests();
const tests = coverage.listTagged(files);

it('every line of the specification has a test, and every tag names a line', () => {
  const tagged = new Set(tests.flatMap(({ ids }) => ids));
  expect([...tagged].toSorted()).toEqual([...coverage.lineIds].toSorted());
});

it('no tag is overlooked', () => {
  const written = files
    .filter(({ file }) => !file.includes('spec-coverage'))
    .flatMap(({ text }) => text.match(/@(?:\d|keys)-[a-z0-9-]+/g) ?? []);
  expect(tests.flatMap(({ ids }) => ids).toSorted()).toEqual(written.toSorted());
});

it('docs/spec-coverage.md is current (npm run spec-coverage writes it)', () => {
  expect(readFileSync(coverage.PAGE, 'utf8')).toBe(coverage.describeCoverage(tests));
});

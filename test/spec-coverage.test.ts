import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeCoverage, findFaults } from './spec/coverage.ts';
import { readProjectTests } from './spec/project.ts';
import { readTests } from './spec/read-tests.ts';
import { sections } from './spec/sections.ts';
import type { Section } from './spec/sections.ts';

const tests = readProjectTests();

it('every line of the specification has its tests, and no test names another', () => {
  expect(findFaults(sections, tests)).toEqual([]);
});

it('docs/spec-coverage.md says the same (npm run spec-coverage writes it)', () => {
  expect(readFileSync('docs/spec-coverage.md', 'utf8')).toBe(describeCoverage(sections, tests));
});

describe('what does not belong together is noticed', () => {
  const section = (part: Partial<Section['lines'][number]>, inBrowser = true): Section[] => [
    { title: '8.', inBrowser, lines: [{ id: '@8-login', says: 'the login failed', ...part }] },
  ];
  const faultsOf = (sections: readonly Section[], files: Readonly<Record<string, string>>): string[] =>
    findFaults(
      sections,
      readTests(
        Object.entries(files).map(([path, text]) => ({ path, text })),
        (path) => path.includes('.spec.') || path.includes('.test.'),
      ),
    );
  const spec = "test('says so', { tag: ['@8-login'] }, async () => { await see('로그인 실패'); });";

  it('unless all is well, with a message in the test, its constant, its steps or its loop', () => {
    const message = '로그인 실패';
    const wholes: readonly Readonly<Record<string, string>>[] = [
      { 'e2e/a.spec.ts': spec },
      { 'e2e/a.spec.ts': `const SAYS = '${message}'; test('@8-login says so', () => see(SAYS));` },
      { 'e2e/a.spec.ts': `for (const one of ['${message}']) test('@8-login', () => see(one));` },
      {
        'e2e/a.spec.ts':
          "import { fail } from './steps.ts'; test.describe('@8-login', () => { test('a', fail); });",
        'e2e/steps.ts': `const words = '${message}'; export const fail = () => see(words);`,
      },
    ];
    for (const files of wholes) expect(faultsOf(section({ message }), files)).toEqual([]);
  });

  it.each<[string, Section[], Record<string, string>, RegExp]>([
    ['a line without a test', section({}), {}, /has no test$/],
    ['a test in a comment', section({}), { 'e2e/a.spec.ts': `// ${spec}` }, /has no test$/],
    ['two lines of one name', [...section({}), ...section({})], { 'e2e/a.spec.ts': spec }, /two lines/],
    ['an unknown line', section({}), { 'e2e/a.spec.ts': spec + spec.replace('login', 'logn') }, /is no line/],
    ['no browser', section({}), { 'src/a.test.ts': "it('@8-login', f);" }, /in a browser/],
    [
      'no browser for a page',
      section({ page: '/' }, false),
      { 'src/a.test.ts': "it('@8-login', f);" },
      /browser/,
    ],
    ['another message', section({ message: '로그인' }), { 'e2e/a.spec.ts': spec }, /does not name/],
    [
      'a message in the title alone',
      section({ message: '로그인 실패' }),
      { 'e2e/a.spec.ts': "test('로그인 실패', { tag: '@8-login' }, () => {});" },
      /does not name/,
    ],
    [
      'another call',
      section({ call: 'GET /api/a/{}' }, false),
      { 'src/a.test.ts': "it('@8-login', () => ask('/api/b/1'));" },
      /does not ask/,
    ],
  ])('%s', (_, lines, files, fault) => {
    expect(faultsOf(lines, files).join('\n')).toMatch(fault);
  });
});

import type { NamedTest } from './read-tests.ts';
import type { Section } from './sections.ts';
import type { SpecLine } from './spec-line.ts';

/** `/api/question/{}` as a pattern for an address, with or without a query. */
const patternOf = (path: string): RegExp => {
  const escaped = path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll('{}', '[^/?]+');
  return new RegExp(`^${escaped}(\\?.*)?$`);
};

export const isPathOf = (pattern: string, address: string): boolean => patternOf(pattern).test(address);

const names = ({ file, title }: NamedTest): string => `${file}: ${title}`;

/** What is wrong with a test that says that it shows this line. A browser's test is held to page and call as it runs. */
const findFalseClaim = (
  { message, call }: SpecLine,
  { isInBrowser, texts }: NamedTest,
): string | undefined => {
  if (message !== undefined && isInBrowser && !texts.has(message)) return `does not name ‘${message}’`;
  const path = call?.split(' ')[1];
  if (path !== undefined && !isInBrowser && ![...texts].some((text) => isPathOf(path, text)))
    return `does not ask ${path}`;
  return undefined;
};

/** Every way in which lines and tests do not belong together; none when each line has its tests. */
export const findFaults = (sections: readonly Section[], tests: readonly NamedTest[]): string[] => {
  const lines = sections.flatMap((section) => section.lines);
  const ids = lines.map(({ id }): string => id);
  const known = new Set(ids);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is the name of two lines`),
    ...tests.flatMap((test) =>
      test.ids.filter((id) => !known.has(id)).map((id) => `${names(test)}: ${id} is no line`),
    ),
    ...sections.flatMap(({ inBrowser, lines: own }) =>
      own.flatMap((line) => {
        const shown = tests.filter((test) => test.ids.includes(line.id));
        const isSeen = shown.some((test) => test.isInBrowser);
        const needsBrowser = inBrowser || line.message !== undefined || line.page !== undefined;
        return [
          ...(shown.length === 0 ? [`${line.id} has no test`] : []),
          ...(shown.length > 0 && needsBrowser && !isSeen ? [`${line.id} has no test in a browser`] : []),
          ...shown.flatMap((test) => {
            const fault = findFalseClaim(line, test);
            return fault === undefined ? [] : [`${names(test)}: ${line.id}, but it ${fault}`];
          }),
        ];
      }),
    ),
  ];
};

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

const showLine = ({ id, says, message, page, call }: SpecLine, tests: readonly NamedTest[]): string => {
  const facts = [message && `‘${message}’`, page && `\`${page}\``, call && `\`${call}\``].filter(Boolean);
  const shown = tests.filter((test) => test.ids.includes(id));
  const list = shown.map(({ file, title }) => `\`${file}\` ${title}`).join('<br>');
  return `| ${[`\`${id}\``, [says, ...facts].join('<br>'), list].map(cell).join(' | ')} |`;
};

/** docs/spec-coverage.md. */
export const describeCoverage = (sections: readonly Section[], tests: readonly NamedTest[]): string => {
  const lines = sections.flatMap((section) => section.lines);
  const used = tests.filter(({ ids }) => ids.length > 0);
  const inBrowser = used.filter((test) => test.isInBrowser);
  return `${[
    '# The specification and its tests',
    'Written by `npm run spec-coverage` from the names and tags of the tests; a test fails when it is stale. The lines stand in `test/spec`.',
    `${lines.length} lines, ${used.length} tests that name them, ${inBrowser.length} of those in a browser. No line is without one. A test that names a message uses that text; one in a browser that names a page or a call comes there or makes it, or it fails.`,
    ...sections.map(({ title, lines: own }) =>
      [
        `## ${title}`,
        '',
        '| line | what it says | tests |',
        '| --- | --- | --- |',
        ...own.map((line) => showLine(line, used)),
      ].join('\n'),
    ),
  ].join('\n\n')}\n`;
};

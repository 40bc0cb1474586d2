import { readdirSync, readFileSync } from 'node:fs';
import { isSafePattern } from 'redos-detector';
import { parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';

interface Pattern {
  readonly file: string;
  readonly pattern: string;
  readonly flags: string;
}

const MADE_OF_STRINGS = 'new RegExp';

/** Extracts the regular expression literals of one file. A `new RegExp(…)` becomes the marker `MADE_OF_STRINGS`. */
const findPatterns = (file: string, text: string): Pattern[] => {
  const found: Pattern[] = [];
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) found.push({ file, pattern: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: ({ callee }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp')
        found.push({ file, pattern: MADE_OF_STRINGS, flags: '' });
    },
  }).visit(parseSync(file, text).program);
  return found;
};

/** Whether a regular expression is free of catastrophic backtracking. Expressions built from strings cannot be checked. */
const isQuick = ({ pattern, flags }: Pattern): boolean =>
  pattern !== MADE_OF_STRINGS &&
  isSafePattern(pattern, {
    caseInsensitive: flags.includes('i'),
    unicode: flags.includes('u'),
    multiLine: flags.includes('m'),
    dotAll: flags.includes('s'),
    maxSteps: 5_000,
    maxScore: 50,
    timeout: Infinity,
  }).safe;

// Exceptions by the beginning of the pattern: only used on short texts, or fast for a reason that the checker does not recognise.
const KNOWN: Readonly<Record<string, string>> = {
  '\\/(text|display)-': 'names of files of the build',
  '\\{(\\w+)\\}': 'paths of the contract',
  'Version\\/[\\d.]+': 'a browser’s name, cut to 200 letters',
  '"event":"member_erased"': 'a line of our own log',
  '(-\\d+)?\\.\\w+$': 'keys of photos, at most 100 letters',
  '\\/+$': 'a setting',
  '<([^>]*)>;': 'a header that we wrote, read in the browser',
  '; wv\\)|': 'the browser’s own name, in the browser',
  '[?#].*$': 'ends at the first sign: nothing can follow it',
  '\\s*\\n\\s*': 'what one writes oneself, in one’s own browser',
  ' (\\d+)w': 'addresses of our own pictures',
  '(?<!\\d)(?:\\+?82': 'what one writes oneself, in one’s own browser; each part is bounded',
  '[\\p{L}\\p{N}._%+-]{1,64}@': 'what one writes oneself, in one’s own browser; each part is bounded',
  '("(?:[^"\\\\]|\\\\.)*")|': 'only what was JSON before: no string is left open',
};
const isKnown = ({ pattern }: Pattern): boolean =>
  Object.keys(KNOWN).some((beginning) => pattern.startsWith(beginning));

const patterns = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .flatMap((file) => findPatterns(file, readFileSync(file, 'utf8')));

it('S-066 no regular expression backtracks catastrophically', () => {
  expect(patterns.length).toBeGreaterThan(50);
  const slow = patterns.filter((pattern) => !isKnown(pattern) && !isQuick(pattern));
  expect(slow.map(({ file, pattern }) => `${file}: ${pattern}`)).toEqual([]);
});

it('S-066 every excepted regular expression still exists', () => {
  const gone = Object.keys(KNOWN).filter(
    (beginning) => !patterns.some(({ pattern }) => pattern.startsWith(beginning)),
  );
  expect(gone).toEqual([]);
});

it.each(['(a+)+$', '^(\\w+\\s?)*$', '\\s+$', MADE_OF_STRINGS])(
  'S-066 the catastrophic pattern %s is detected',
  (pattern) => {
    expect(isQuick({ file: '', pattern, flags: '' })).toBe(false);
  },
);

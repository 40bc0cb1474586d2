import { expect, it } from 'vitest';
import { etagMatches } from './etag-matches.ts';

it.each([
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"b",W/"c" , W/"a"', 'W/"a"', true],
  ['*', 'W/"a"', true],
  ['"ab"', '"a"', false],
  ['a', '"a"', false],
  ['', '"a"', false],
])('If-None-Match %s of %s: %s', (ifNoneMatch, etag, answer) => {
  expect(etagMatches(ifNoneMatch, etag)).toBe(answer);
});

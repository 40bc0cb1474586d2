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
])('etagMatches compares If-None-Match %s with ETag %s: %s', (ifNoneMatch, etag, isMatch) => {
  expect(etagMatches(ifNoneMatch, etag)).toBe(isMatch);
});

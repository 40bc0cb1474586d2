import { expect, it } from 'vitest';
import { hasTag } from './has-tag.ts';

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
  expect(hasTag(ifNoneMatch, etag)).toBe(answer);
});

import { expect, it } from 'vitest';
import { formatShare } from './format-share.ts';

it.each([
  [0, 0, '0/0'],
  [3, 8, '3/8'],
  [9, 9, '9/9'],
  [3, 10, '30%'],
  [1, 3000, '0%'],
  [2, 12, '17%'],
])('%i of %i cases are shown as %s', (part, total, text) => {
  expect(formatShare(part, total)).toBe(text);
});

import { expect, test } from 'vitest';
import { formatNumber } from './format-number.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [5_000, '5,000'],
  [1_050_007, '1,050,007'],
])('formatNumber formats %d as %s, like Intl does for Korean', (amount, formatted) => {
  expect(formatNumber(amount)).toBe(formatted);
  expect(amount.toLocaleString('ko-KR')).toBe(formatted);
});

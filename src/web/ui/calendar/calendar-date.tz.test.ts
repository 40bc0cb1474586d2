import { expect, test } from 'vitest';
import { toDateString, toLocalNoon } from './calendar-date.ts';

const days = [
  '2024-02-29',
  '2025-01-01',
  '2025-03-09',
  '2025-03-30',
  '2025-11-02',
  '2025-12-31',
  '2026-01-01',
];

test.each(days)('%s is converted to a date and back without a shift', (day) => {
  expect(toDateString(toLocalNoon(day))).toBe(day);
});

test('every day of two years is converted without a shift', () => {
  for (let offset = 0; offset < 730; offset += 1) {
    const day = new Date(Date.UTC(2025, 0, 1 + offset)).toISOString().slice(0, 10);
    expect(toDateString(toLocalNoon(day))).toBe(day);
  }
});

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

test.each(days)('the date %s converts to local noon and back in every time zone', (day) => {
  expect(toDateString(toLocalNoon(day))).toBe(day);
});

test('every date of two years converts to local noon and back', () => {
  for (let offset = 0; offset < 730; offset += 1) {
    const day = new Date(Date.UTC(2025, 0, 1 + offset)).toISOString().slice(0, 10);
    expect(toDateString(toLocalNoon(day))).toBe(day);
  }
});

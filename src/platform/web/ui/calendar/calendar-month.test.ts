import { describe, expect, it } from 'vitest';
import { addMonths, listShownMonths, listWeeks, moveDateByKey } from './calendar-month.ts';

describe('listWeeks', () => {
  it('@5-monday a month lists whole weeks that begin with a Monday', () => {
    const weeks = listWeeks('2026-11');
    expect(weeks).toHaveLength(6);
    expect([weeks[0]?.[0], weeks[0]?.[6]]).toEqual(['2026-10-26', '2026-11-01']);
    expect([weeks[5]?.[0], weeks[5]?.[6]]).toEqual(['2026-11-30', '2026-12-06']);
  });

  it.each([
    ['2027-02', 28, 4],
    ['2028-02', 29, 5],
    ['2026-12', 31, 5],
    ['2026-03', 31, 6],
  ])('the weeks of %s contain each of its %i days once, in %i weeks', (month, days, weeks) => {
    const listed = listWeeks(month);
    expect(listed).toHaveLength(weeks);
    expect(new Set(listed.flat().filter((day) => day.startsWith(month))).size).toBe(days);
  });
});

it.each([
  ['2026-11-24', '2027-11-24', ['2026-11']],
  ['2026-11-25', '2027-11-25', ['2026-11', '2026-12']],
  ['2026-11-30', '2026-12-01', ['2026-11', '2026-12']],
  ['2026-11-30', '2026-11-30', ['2026-11']],
  ['2026-10-31', '2027-10-31', ['2026-11']],
])('November, of which days from %s to %s can be chosen, is shown as %j', (first, last, months) => {
  expect(listShownMonths('2026-11', first, last)).toEqual(months);
});

it('the next and previous month cross the end of a year', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
});

it.each([
  ['ArrowLeft', false, '2026-11-30'],
  ['ArrowRight', false, '2026-12-02'],
  ['ArrowUp', false, '2026-11-24'],
  ['ArrowDown', false, '2026-12-08'],
  ['Home', false, '2026-11-30'],
  ['End', false, '2026-12-06'],
  ['PageUp', false, '2026-11-01'],
  ['PageDown', false, '2027-01-01'],
  ['PageUp', true, '2025-12-01'],
  ['PageDown', true, '2027-12-01'],
  ['Enter', false, null],
])('the key %s (shift: %s) moves from 2026-12-01 to %s', (key, hasShift, to) => {
  expect(moveDateByKey('2026-12-01', key, hasShift)).toBe(to);
});

it.each([
  ['2026-10-31', 'PageDown', '2026-11-30'],
  ['2027-03-31', 'PageUp', '2027-02-28'],
])('from %s the key %s moves to the last day of a shorter month: %s', (date, key, to) => {
  expect(moveDateByKey(date, key, false)).toBe(to);
});

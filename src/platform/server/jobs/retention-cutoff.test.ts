import { describe, expect, it } from 'vitest';
import { retentionCutoff, subtractMonths } from './retention-cutoff.ts';
import { nextDailyRun } from './run-jobs.ts';

it.each([
  ['2026-11-21', 60, '2021-11-21'],
  ['2028-02-29', 60, '2023-02-28'],
  ['2026-05-31', 3, '2026-02-28'],
  ['2028-05-31', 3, '2028-02-29'],
  ['2026-01-15', 3, '2025-10-15'],
  ['2026-12-31', 12, '2025-12-31'],
])('subtractMonths: %s minus %i months is %s', (date, months, before) => {
  expect(subtractMonths(date, months)).toBe(before);
});

it('retentionCutoff counts months by calendar days in Seoul', () => {
  expect(retentionCutoff({ months: 3 }, new Date('2026-11-21T14:59:59Z'))).toEqual(
    new Date('2026-08-20T15:00:00Z'),
  );
  expect(retentionCutoff({ months: 3 }, new Date('2026-11-21T15:00:00Z'))).toEqual(
    new Date('2026-08-21T15:00:00Z'),
  );
});

describe('nextDailyRun', () => {
  it.each([
    ['2026-11-20T18:59:59Z', '2026-11-20T19:00:00Z'],
    ['2026-11-20T19:00:00Z', '2026-11-21T19:00:00Z'],
    ['2026-12-31T20:00:00Z', '2027-01-01T19:00:00Z'],
  ])('the daily run after %s is at %s, 04:00 in Seoul', (now, run) => {
    expect(nextDailyRun(new Date(now))).toEqual(new Date(run));
  });
});

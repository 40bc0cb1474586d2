import { describe, expect, it } from 'vitest';
import { advanceRetentionClock, isAhead, type RetentionClock } from './retention-clock.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SIX_YEARS_MS = 6 * 365 * DAY_MS;
const firstCheckMs = Date.parse('2026-11-22T00:00:00Z');
const at = (offset: number): Date => new Date(firstCheckMs + offset);

/** Whether the clock is trusted at the last check. Offsets are milliseconds after the first check. */
const isTrustedAfter = (...offsets: readonly number[]): boolean => {
  let state: RetentionClock | undefined;
  for (const offset of [0, ...offsets]) state = advanceRetentionClock(state, at(offset));
  return state !== undefined && !isAhead(state, at(offsets.at(-1) ?? 0));
};
/** Offsets of hourly checks, from `offset` for the given number of hours. */
const hourly = (offset: number, hours: number): number[] =>
  Array.from({ length: hours + 1 }, (_, hour) => offset + hour * HOUR_MS);

describe('the retention clock', () => {
  it.each([
    ['at the first check', []],
    ['after a night', [12 * HOUR_MS]],
    ['after two weeks without the server', [14 * DAY_MS]],
    ['when it was set back', [-SIX_YEARS_MS]],
    ['when it is right again after a jump', [SIX_YEARS_MS, DAY_MS]],
    ['after 24 hours of running since two months without the server', hourly(60 * DAY_MS, 24)],
    [
      'after 24 hours of running over several days',
      [...hourly(60 * DAY_MS, 12), ...hourly(61 * DAY_MS, 11), ...hourly(62 * DAY_MS, 1)],
    ],
  ])('the retention clock trusts the system clock %s', (_, offsets) => {
    expect(isTrustedAfter(...offsets)).toBe(true);
  });

  it.each([
    ['after more than two weeks without the server', [14 * DAY_MS + 1]],
    ['when it is six years ahead', [SIX_YEARS_MS]],
    ['when it has been six years ahead for 23 hours', hourly(SIX_YEARS_MS, 23)],
    ['when it is six years ahead at two starts one week apart', [SIX_YEARS_MS, SIX_YEARS_MS + 7 * DAY_MS]],
    ['when it jumps again', [...hourly(SIX_YEARS_MS, 20), ...hourly(2 * SIX_YEARS_MS, 20)]],
    [
      'when it jumps back to a time that is still ahead',
      [...hourly(2 * SIX_YEARS_MS, 20), ...hourly(SIX_YEARS_MS, 20)],
    ],
    [
      'at many restarts within an hour',
      Array.from({ length: 100 }, (__, start) => SIX_YEARS_MS + start * 1_000),
    ],
    ['when it was set back and then jumps ahead', [-SIX_YEARS_MS, 15 * DAY_MS]],
  ])('the retention clock does not trust the system clock %s', (_, offsets) => {
    expect(isTrustedAfter(...offsets)).toBe(false);
  });
});

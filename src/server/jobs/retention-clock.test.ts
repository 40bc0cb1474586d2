import { describe, expect, it } from 'vitest';
import { advanceRetentionClock, isAhead } from './retention-clock.ts';
import type { RetentionClock } from './retention-clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEARS = 6 * 365 * DAY;
const begin = Date.parse('2026-11-22T00:00:00Z');
const at = (offset: number): Date => new Date(begin + offset);

/** Whether deletions may run at the last of these checks; times in milliseconds after the first check. */
const isTrustedAfter = (...offsets: readonly number[]): boolean => {
  let state: RetentionClock | undefined;
  for (const offset of [0, ...offsets]) state = advanceRetentionClock(state, at(offset));
  return state !== undefined && !isAhead(state, at(offsets.at(-1) ?? 0));
};
/** Hourly checks from `offset` on. */
const hourly = (offset: number, hours: number): number[] =>
  Array.from({ length: hours + 1 }, (_, hour) => offset + hour * HOUR);

describe('the retention clock', () => {
  it.each([
    ['at the first check', []],
    ['after a night', [12 * HOUR]],
    ['after two weeks without the server', [14 * DAY]],
    ['when it was set back', [-YEARS]],
    ['when it is right again after a jump', [YEARS, DAY]],
    ['after 24 hours of running since two months without the server', hourly(60 * DAY, 24)],
    [
      'after 24 hours of running over several days',
      [...hourly(60 * DAY, 12), ...hourly(61 * DAY, 11), ...hourly(62 * DAY, 1)],
    ],
  ])('is trusted %s', (_, offsets) => {
    expect(isTrustedAfter(...offsets)).toBe(true);
  });

  it.each([
    ['after more than two weeks without the server', [14 * DAY + 1]],
    ['six years ahead', [YEARS]],
    ['six years ahead for 23 hours', hourly(YEARS, 23)],
    ['six years ahead at two starts with a week between them', [YEARS, YEARS + 7 * DAY]],
    ['when it jumps again', [...hourly(YEARS, 20), ...hourly(2 * YEARS, 20)]],
    ['when it jumps back to a time that is ahead still', [...hourly(2 * YEARS, 20), ...hourly(YEARS, 20)]],
    ['at many restarts within an hour', Array.from({ length: 100 }, (__, start) => YEARS + start * 1_000)],
    ['after a jump from a time to which it was set back', [-YEARS, 15 * DAY]],
  ])('is not trusted %s', (_, offsets) => {
    expect(isTrustedAfter(...offsets)).toBe(false);
  });
});

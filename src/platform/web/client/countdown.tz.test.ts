import { describe, expect, it } from 'vitest';
import { formatCountdown } from './countdown.ts';

describe(`with the machine's zone set to ${process.env.TZ}`, () => {
  it.each([
    ['the last moment of the day before', '2026-11-20T14:59:59.999Z', '1일 남았습니다', false],
    ['the first moment of the day', '2026-11-20T15:00:00.000Z', '오늘 미팅이 있습니다', true],
    ['the last moment of the day', '2026-11-21T14:59:59.999Z', '오늘 미팅이 있습니다', true],
  ])('at %s in Seoul', (_, now, text, isToday) => {
    expect(formatCountdown('2026-11-21', new Date(now))).toEqual({ text, isToday });
  });

  it('the countdown is empty once the day is over in Seoul', () => {
    expect(formatCountdown('2026-11-21', new Date('2026-11-21T15:00:00Z'))).toBeNull();
    expect(formatCountdown('2024-02-29', new Date('2026-11-21T15:00:00Z'))).toBeNull();
  });

  it.each([
    ['2026-11-21T03:00:00Z', '2026-11-24', 3],
    ['2026-12-31T03:00:00Z', '2027-01-01', 1],
    ['2028-02-28T03:00:00Z', '2028-03-01', 2],
    // Daylight saving time changes in Los Angeles in between.
    ['2026-10-31T03:00:00Z', '2026-11-02', 2],
    ['2026-11-21T03:00:00Z', '2027-11-21', 365],
  ])('at %s counts the days to %s', (now, date, days) => {
    expect(formatCountdown(date, new Date(now))?.text).toBe(`${days}일 남았습니다`);
  });
});

import { describe, expect, it } from 'vitest';
import {
  addDays,
  daysBetween,
  formatDate,
  formatDateTime,
  formatNearDateTime,
  formatTimestamp,
  isCalendarDate,
  seoulDate,
  seoulHour,
  seoulInstant,
} from './seoul-time.ts';

/** `getTimezoneOffset()` on 21 November 2026 in the time zones that the test projects set: minutes behind UTC. */
const OFFSETS: Record<string, number> = { UTC: 0, 'Asia/Seoul': -540, 'America/Los_Angeles': 480 };

describe(`Seoul time with the machine's time zone set to ${process.env.TZ}`, () => {
  it('the runtime uses the time zone of the TZ variable', () => {
    const zone = process.env.TZ ?? '';
    expect(Object.keys(OFFSETS)).toContain(zone);
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    expect(new Date('2026-11-21T00:00:00Z').getTimezoneOffset()).toBe(OFFSETS[zone]);
  });

  it.each([
    ['2026-11-20T14:59:59.999Z', '2026-11-20', 23],
    ['2026-11-20T15:00:00.000Z', '2026-11-21', 0],
    ['2026-11-20T23:59:59.999Z', '2026-11-21', 8],
    ['2026-11-21T00:00:00.000Z', '2026-11-21', 9],
    ['2026-12-31T14:59:59.999Z', '2026-12-31', 23],
    ['2026-12-31T15:00:00.000Z', '2027-01-01', 0],
    ['2028-02-28T15:00:00.000Z', '2028-02-29', 0],
    ['2028-02-29T15:00:00.000Z', '2028-03-01', 0],
    // Daylight saving time changes in Los Angeles.
    ['2026-03-08T10:00:00.000Z', '2026-03-08', 19],
    ['2026-11-01T09:00:00.000Z', '2026-11-01', 18],
  ])('F-15 the instant %s is on %s at hour %i in Seoul', (instant, date, hour) => {
    expect(seoulDate(new Date(instant))).toBe(date);
    expect(seoulHour(new Date(instant))).toBe(hour);
  });

  it('seoulInstant returns the same instant in every machine time zone', () => {
    expect(seoulInstant('2026-11-21', 9).toISOString()).toBe('2026-11-21T00:00:00.000Z');
    expect(seoulInstant('2027-01-01', 0).toISOString()).toBe('2026-12-31T15:00:00.000Z');
  });

  it('date arithmetic and formatting never shift a date by one day', () => {
    for (let date = '2026-01-01'; date < '2029-01-01'; date = addDays(date, 1)) {
      expect(isCalendarDate(date)).toBe(true);
      expect(daysBetween(date, addDays(date, 1))).toBe(1);
      expect(seoulDate(seoulInstant(date, 0))).toBe(date);
      expect(seoulDate(seoulInstant(date, 23))).toBe(date);
    }
    expect(formatDate('2026-11-21')).toBe('2026년 11월 21일(토)');
    expect(formatDate('2026-11-01')).toBe('2026년 11월 1일(일)');
  });

  it.each([
    ['2026-12-30T15:05:00Z', '2026년 12월 31일(목) 오전 12시 5분'],
    ['2026-12-31T00:00:00Z', '2026년 12월 31일(목) 오전 9시'],
    ['2026-12-31T02:59:59Z', '2026년 12월 31일(목) 오전 11시 59분'],
    ['2026-12-31T03:00:00Z', '2026년 12월 31일(목) 오후 12시'],
    ['2026-12-31T14:59:00Z', '2026년 12월 31일(목) 오후 11시 59분'],
    ['2026-12-31T15:00:00Z', '2027년 1월 1일(금) 오전 12시'],
  ])('formatDateTime formats %s as %s', (instant, formatted) => {
    expect(formatDateTime(new Date(instant))).toBe(formatted);
  });

  it('formatNearDateTime compares the years in Seoul', () => {
    const newYear = new Date('2026-12-31T15:00:00Z');
    expect(formatNearDateTime(newYear, new Date('2026-12-31T14:59:00Z'))).toBe(
      '2027년 1월 1일(금) 오전 12시',
    );
    expect(formatNearDateTime(newYear, new Date('2027-01-01T00:00:00Z'))).toBe('1월 1일(금) 오전 12시');
  });

  it('formatTimestamp formats an instant in Seoul time', () => {
    expect(formatTimestamp(new Date('2026-12-31T15:05:59Z'))).toBe('2027-01-01 00:05');
  });
});

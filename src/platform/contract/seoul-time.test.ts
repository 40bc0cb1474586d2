import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  addDays,
  calendarDate,
  daysBetween,
  formatDate,
  formatDateWithoutWeekday,
  formatDateWithoutYear,
  formatMonthDay,
  formatDayHeading,
  formatNearDate,
  formatShortDate,
  formatTime,
  isCalendarDate,
} from './seoul-time.ts';
import { withDirectionParticle } from './text/direction-particle.ts';

describe('isCalendarDate', () => {
  it.each(['2026-11-21', '2028-02-29', '2000-02-29', '2026-12-31'])('isCalendarDate accepts %s', (date) => {
    expect(isCalendarDate(date)).toBe(true);
  });

  it.each([
    '2026-02-30',
    '2026-02-29',
    '2100-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '0000-01-01',
    '+02026-11-21',
    '20261121',
    '2026-1-2',
    '2026-11-21T00:00:00Z',
    ' 2026-11-21',
    '2026-11-21\n',
    '２０２６-11-21',
    '',
  ])('S-112 isCalendarDate rejects %j', (date) => {
    expect(isCalendarDate(date)).toBe(false);
    expect(z.safeParse(calendarDate, date).error?.issues[0]?.message).toBe('날짜를 확인해 주세요.');
  });
});

describe('days', () => {
  it('addDays crosses months, years and leap days', () => {
    expect(addDays('2026-11-21', 365)).toBe('2027-11-21');
    expect(addDays('2027-11-21', 365)).toBe('2028-11-20');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
  });

  it('daysBetween is negative when the second date is earlier', () => {
    expect(daysBetween('2026-11-21', '2026-11-21')).toBe(0);
    expect(daysBetween('2026-12-31', '2027-01-01')).toBe(1);
    expect(daysBetween('2026-11-21', '2026-11-20')).toBe(-1);
    expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
  });
});

describe('dates and times in texts', () => {
  const koreanFormat = new Intl.DateTimeFormat('ko-KR', { dateStyle: 'full', timeZone: 'UTC' });

  it('formatDate names the same date and weekday as Intl', () => {
    expect(formatDate('2026-11-05')).toBe('2026년 11월 5일(목)');
    for (let date = '2028-02-01'; date < '2028-04-01'; date = addDays(date, 1)) {
      const full = koreanFormat.format(new Date(`${date}T00:00:00Z`));
      expect(formatDate(date)).toBe(full.replace(/ (.)요일$/, '($1)'));
    }
  });

  it('a date can leave out its year, its weekday or both', () => {
    expect(formatDateWithoutYear('2026-11-05')).toBe('11월 5일(목)');
    expect(formatDateWithoutWeekday('2026-11-05')).toBe('2026년 11월 5일');
    expect(formatMonthDay('2026-11-05')).toBe('11월 5일');
    expect(formatShortDate('2026-11-05')).toBe('11.5(목)');
  });

  it.each([
    ['2026-11-28', '오늘 · 11.28 토'],
    ['2026-11-29', '내일 · 11.29 일'],
    ['2026-11-27', '11.27 금'],
    ['2026-12-06', '12.6 일'],
    ['2027-01-05', '2027.1.5 화'],
  ])('formatDayHeading names today and tomorrow, and the year where it differs: %s', (date, heading) => {
    expect(formatDayHeading(date, '2026-11-28')).toBe(heading);
  });

  it('formatNearDate names the year where it differs', () => {
    expect(formatNearDate('2026-12-31', '2026-01-01')).toBe('12월 31일(목)');
    expect(formatNearDate('2027-01-05', '2026-12-31')).toBe('2027년 1월 5일(화)');
    expect(formatNearDate('2025-12-31', '2026-01-01')).toBe('2025년 12월 31일(수)');
  });

  it.each([
    [0, '오전 12시'],
    [9 * 60, '오전 9시'],
    [9 * 60 + 5, '오전 9시 5분'],
    [12 * 60, '오후 12시'],
    [15 * 60 + 30, '오후 3시 30분'],
    [23 * 60 + 50, '오후 11시 50분'],
  ])('formatTime formats %i minutes since midnight as %s', (minutes, text) => {
    expect(formatTime(minutes)).toBe(text);
  });

  it.each([
    [9 * 60, '오전 9시로'],
    [9 * 60 + 30, '오전 9시 30분으로'],
  ])('the particle after a time of %i minutes is right: %s', (minutes, text) => {
    expect(withDirectionParticle(formatTime(minutes))).toBe(text);
  });
});

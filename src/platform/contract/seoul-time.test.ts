import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { addDays, calendarDate, daysBetween, formatDate, isCalendarDate } from './seoul-time.ts';

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

describe('formatDate', () => {
  const koreanFormat = new Intl.DateTimeFormat('ko-KR', { dateStyle: 'full', timeZone: 'UTC' });

  it('formatDate formats dates like Intl does for Korean', () => {
    expect(formatDate('2026-11-21')).toBe('2026년 11월 21일 토요일');
    for (let date = '2028-02-01'; date < '2028-04-01'; date = addDays(date, 1))
      expect(formatDate(date)).toBe(koreanFormat.format(new Date(`${date}T00:00:00Z`)));
  });
});

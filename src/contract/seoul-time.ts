import * as z from 'zod/mini';

// Korea has kept UTC+9 without daylight saving since 1988; bookings lie in the future, so the offset is a constant.
const SEOUL_OFFSET = 9 * 3_600_000;
const DAY = 86_400_000;

const inSeoul = (moment: Date): Date => new Date(moment.getTime() + SEOUL_OFFSET);

/** The date in Seoul at this moment, `YYYY-MM-DD`, whatever the machine's zone. */
export const seoulDate = (moment: Date): string => inSeoul(moment).toISOString().slice(0, 10);

/** The hour in Seoul at this moment, 0–23. */
export const seoulHour = (moment: Date): number => inSeoul(moment).getUTCHours();

/** The moment at which this hour of this date begins in Seoul. */
export const seoulMoment = (date: string, hour: number): Date =>
  new Date(Date.parse(`${date}T00:00:00Z`) - SEOUL_OFFSET + hour * 3_600_000);

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** Whole days from one date to another; negative when `to` lies before `from`. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY);

/** A date that exists: `2026-02-30` does not. */
export const isCalendarDate = (value: string): boolean => {
  if (!/^[12][0-9]{3}-[0-9]{2}-[0-9]{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === value;
};

const DATE_MESSAGE = '날짜를 확인해 주세요.';
export const calendarDate = z.string(DATE_MESSAGE).check(z.refine(isCalendarDate, DATE_MESSAGE));

const MONTH_MESSAGE = '달을 확인해 주세요.';
/** A month: `2026-11`. */
export const calendarMonth = z
  .string(MONTH_MESSAGE)
  .check(z.refine((value) => isCalendarDate(`${value}-01`), MONTH_MESSAGE));

const longDate = new Intl.DateTimeFormat('ko-KR', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  weekday: 'long',
  timeZone: 'UTC',
});

/** `2026년 11월 21일 토요일` */
export const formatDate = (date: string): string => longDate.format(new Date(`${date}T00:00:00Z`));

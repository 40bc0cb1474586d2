import * as z from 'zod/mini';
import { HOUR_MS, DAY_MS } from './durations.ts';

// A constant offset is correct for all dates handled here: Korea has used UTC+9 without daylight saving time since 1988.
const SEOUL_OFFSET_MS = 9 * HOUR_MS;

const toSeoulTime = (instant: Date): Date => new Date(instant.getTime() + SEOUL_OFFSET_MS);

/** The date in Seoul at an instant, `YYYY-MM-DD`, independent of the machine's time zone. */
export const seoulDate = (instant: Date): string => toSeoulTime(instant).toISOString().slice(0, 10);

/** The hour in Seoul at an instant, 0–23. */
export const seoulHour = (instant: Date): number => toSeoulTime(instant).getUTCHours();

/** Minutes since midnight in Seoul, 0–1439. */
export const seoulMinutes = (instant: Date): number =>
  seoulHour(instant) * 60 + toSeoulTime(instant).getUTCMinutes();

/** The instant at which an hour of a date begins in Seoul. */
export const seoulInstant = (date: string, hour: number): Date =>
  new Date(Date.parse(`${date}T00:00:00Z`) - SEOUL_OFFSET_MS + hour * HOUR_MS);

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** ISO weekday of a date: 1 is Monday, 7 is Sunday. */
export const isoWeekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

/** Days from one date to another; negative when `to` is before `from`. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** Whether the value is an existing date of the years 1000 to 2999 in the form `YYYY-MM-DD`; false for `2026-02-30`. */
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

// `Intl` is avoided because its first use takes tens of milliseconds on phones.
const WEEKDAYS = '일월화수목금토';

/** `금` */
export const weekdayOf = (date: string): string => WEEKDAYS.charAt(new Date(`${date}T00:00:00Z`).getUTCDay());

/** `2026년 11월`, for `2026-11` */
export const formatMonth = (month: string): string => `${month.slice(0, 4)}년 ${Number(month.slice(5))}월`;

/** `11월 21일` */
export const formatMonthDay = (date: string): string =>
  `${Number(date.slice(5, 7))}월 ${Number(date.slice(8))}일`;

/** `2026년 11월 21일` */
export const formatDateWithoutWeekday = (date: string): string =>
  `${date.slice(0, 4)}년 ${formatMonthDay(date)}`;

/** `11월 25일(수)` */
export const formatDateWithoutYear = (date: string): string => `${formatMonthDay(date)}(${weekdayOf(date)})`;

/** `2026년 11월 25일(수)` */
export const formatDate = (date: string): string => `${formatDateWithoutWeekday(date)}(${weekdayOf(date)})`;

/** `11월 25일(수)`, or `2027년 1월 5일(화)` when that is not the year of `today`. */
export const formatNearDate = (date: string, today: string): string =>
  date.slice(0, 4) === today.slice(0, 4) ? formatDateWithoutYear(date) : formatDate(date);

/** `11.25(수)` */
export const formatShortDate = (date: string): string =>
  `${Number(date.slice(5, 7))}.${Number(date.slice(8))}(${weekdayOf(date)})`;

/** `11.25 수`, or `2027.1.5 화` when that is not the year of `today`. */
export const formatNearDay = (date: string, today: string): string => {
  const year = date.slice(0, 4) === today.slice(0, 4) ? '' : `${date.slice(0, 4)}.`;
  return `${year}${Number(date.slice(5, 7))}.${Number(date.slice(8))} ${weekdayOf(date)}`;
};

/** The heading of a day's records: `오늘 · 11.28 토`, `내일 · 11.29 일` or `12.6 일`. */
export const formatDayHeading = (date: string, today: string): string => {
  const name = ['오늘', '내일'][daysBetween(today, date)];
  const day = formatNearDay(date, today);
  return name === undefined ? day : `${name} · ${day}`;
};

/** Formats minutes since midnight: `오전 9시` or `오후 3시 30분`. */
export const formatTime = (minutes: number): string => {
  const hour = Math.floor(minutes / 60);
  const rest = minutes % 60 === 0 ? '' : ` ${minutes % 60}분`;
  return `${hour < 12 ? '오전' : '오후'} ${hour % 12 || 12}시${rest}`;
};

/** `2026년 11월 25일(수) 오전 9시`, in Seoul. */
export const formatDateTime = (instant: Date): string =>
  `${formatDate(seoulDate(instant))} ${formatTime(seoulMinutes(instant))}`;

/** `11월 25일(수) 오전 9시`, or `2027년 1월 5일(화) 오전 9시` when that is not the year of `now`; in Seoul. */
export const formatNearDateTime = (instant: Date, now: Date): string =>
  `${formatNearDate(seoulDate(instant), seoulDate(now))} ${formatTime(seoulMinutes(instant))}`;

/** `2026-11-21 09:00`, in Seoul. */
export const formatTimestamp = (instant: Date): string =>
  toSeoulTime(instant).toISOString().slice(0, 16).replace('T', ' ');

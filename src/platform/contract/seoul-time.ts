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

/** Whether the value is an existing date in the form `YYYY-MM-DD`; false for `2026-02-30`. */
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

/** `2026년 11월 21일` */
export const formatDay = (date: string): string => {
  const [year, month, day] = date.split('-').map(Number);
  return `${year}년 ${month}월 ${day}일`;
};

/** `금` */
export const weekdayOf = (date: string): string => WEEKDAYS.charAt(new Date(`${date}T00:00:00Z`).getUTCDay());

/** `2026년 11월 21일 토요일` */
export const formatDate = (date: string): string => `${formatDay(date)} ${weekdayOf(date)}요일`;

/** `11.27(금)` */
export const formatShortDate = (date: string): string => {
  const [, month, day] = date.split('-').map(Number);
  return `${month}.${day}(${weekdayOf(date)})`;
};

/** `오전 9:00`, in Seoul. */
export const formatTime = (instant: Date): string => {
  const hour = seoulHour(instant);
  const minute = String(toSeoulTime(instant).getUTCMinutes()).padStart(2, '0');
  return `${hour < 12 ? '오전' : '오후'} ${hour % 12 || 12}:${minute}`;
};

/** `2026년 11월 21일 오전 9:00`, in Seoul. */
export const formatDateTime = (instant: Date): string =>
  `${formatDay(seoulDate(instant))} ${formatTime(instant)}`;

/** `2026-11-21 09:00`, in Seoul. */
export const formatTimestamp = (instant: Date): string =>
  toSeoulTime(instant).toISOString().slice(0, 16).replace('T', ' ');

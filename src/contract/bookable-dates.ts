import { addDays, isCalendarDate, seoulDate, seoulHour, seoulInstant } from './seoul-time.ts';
import { slotStartHour } from './slots.ts';
import type { Slot } from './slots.ts';

/** The last bookable date is at most this many days after today. */
export const MAX_HORIZON_DAYS = 365;

/** A slot counts as past from its start hour in Seoul time. */
export const isPastSlot = (date: string, value: Slot, now: Date): boolean => {
  const today = seoulDate(now);
  if (date !== today) return date < today;
  return slotStartHour(value) <= seoulHour(now);
};

const HOUR_MS = 3_600_000;

/** Whether a slot starts within the given number of hours, or has started. */
export const startsWithin = (date: string, value: Slot, hours: number, now: Date): boolean =>
  isPastSlot(date, value, now) ||
  seoulInstant(date, slotStartHour(value)).getTime() - now.getTime() < hours * HOUR_MS;

/** The first and the last bookable date (inclusive, `YYYY-MM-DD` in Seoul). */
export const bookableDates = (
  now: Date,
  horizonDays: number = MAX_HORIZON_DAYS,
): { first: string; last: string } => {
  const first = seoulDate(now);
  return { first, last: addDays(first, horizonDays) };
};

export const isBookableDate = (date: string, now: Date, horizonDays?: number): boolean => {
  const { first, last } = bookableDates(now, horizonDays);
  return isCalendarDate(date) && date >= first && date <= last;
};

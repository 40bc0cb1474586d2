import { addDays, isCalendarDate, seoulDate, seoulHour } from './seoul-time.ts';
import { slotStartHour } from './slots.ts';
import type { Slot } from './slots.ts';

/** The last bookable date is this many days after today. */
export const BOOKING_HORIZON_DAYS = 365;

/** A slot counts as past from its start hour in Seoul time. */
export const isPastSlot = (date: string, value: Slot, now: Date): boolean => {
  const today = seoulDate(now);
  if (date !== today) return date < today;
  return slotStartHour(value) <= seoulHour(now);
};

/** The first and the last bookable date (inclusive, `YYYY-MM-DD` in Seoul). */
export const bookableDates = (now: Date): { first: string; last: string } => {
  const first = seoulDate(now);
  return { first, last: addDays(first, BOOKING_HORIZON_DAYS) };
};

export const isBookableDate = (date: string, now: Date): boolean => {
  const { first, last } = bookableDates(now);
  return isCalendarDate(date) && date >= first && date <= last;
};

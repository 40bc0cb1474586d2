import { addDays, isCalendarDate, seoulDate, seoulHour } from './seoul-time.ts';
import { slotStartHour } from './slots.ts';
import type { Slot } from './slots.ts';

/** Reservations are possible this many days ahead. */
export const BOOKING_HORIZON_DAYS = 365;

/** Whether a slot has begun, by the time in Seoul. */
export const isPastSlot = (date: string, value: Slot, now: Date): boolean => {
  const today = seoulDate(now);
  if (date !== today) return date < today;
  return slotStartHour(value) <= seoulHour(now);
};

/** The first and last date that can be reserved at the given time. */
export const bookableDates = (now: Date): { first: string; last: string } => {
  const first = seoulDate(now);
  return { first, last: addDays(first, BOOKING_HORIZON_DAYS) };
};

export const isBookableDate = (date: string, now: Date): boolean => {
  const { first, last } = bookableDates(now);
  return isCalendarDate(date) && date >= first && date <= last;
};

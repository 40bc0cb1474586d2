import { MINUTE_MS, HOUR_MS } from '#platform/contract/durations.ts';
import { addDays, isCalendarDate, seoulDate, seoulInstant } from '#platform/contract/seoul-time.ts';
import { slotStart, type Slot } from './slots.ts';

/** The last bookable date is at most this many days after today. */
export const MAX_HORIZON_DAYS = 365;

export const slotInstant = (date: string, value: Slot): Date =>
  new Date(seoulInstant(date, 0).getTime() + slotStart(value) * MINUTE_MS);

/** A slot counts as past from its start in Seoul time. */
export const isPastSlot = (date: string, value: Slot, now: Date): boolean => slotInstant(date, value) <= now;

/** Whether a slot starts in less than the given number of hours, or has started. */
export const startsWithin = (date: string, value: Slot, hours: number, now: Date): boolean =>
  isPastSlot(date, value, now) || slotInstant(date, value).getTime() - now.getTime() < hours * HOUR_MS;

/** The instant from which the member can no longer change or cancel a meeting. */
export const changeDeadline = (date: string, value: Slot, changeHours: number): Date =>
  new Date(slotInstant(date, value).getTime() - changeHours * HOUR_MS);

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

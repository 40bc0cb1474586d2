import * as z from 'zod/mini';
import { addDays, isCalendarDate, seoulDate, seoulHour } from './seoul-time.ts';

/** The five meeting windows of a day, as they travel: start and end hour. */
export const slots = ['09-10', '12-13', '15-16', '18-19', '21-22'] as const;
export type Slot = (typeof slots)[number];

/** Bookings reach this many days ahead. */
export const BOOKING_HORIZON_DAYS = 365;

const SLOT_MESSAGE = '회의 시간을 선택해 주세요.';
export const slot = z.enum(slots, SLOT_MESSAGE);

export const slotStartHour = (value: Slot): number => Number(value.slice(0, 2));

/** `09:00 - 10:00` */
export const formatSlot = (value: Slot): string => `${value.slice(0, 2)}:00 - ${value.slice(3)}:00`;

/** A slot has passed from the hour at which it begins, in Seoul. */
export const isPastSlot = (date: string, value: Slot, now: Date): boolean => {
  const today = seoulDate(now);
  if (date !== today) return date < today;
  return slotStartHour(value) <= seoulHour(now);
};

/** The first and the last date that can be booked at this moment. */
export const bookableDates = (now: Date): { first: string; last: string } => {
  const first = seoulDate(now);
  return { first, last: addDays(first, BOOKING_HORIZON_DAYS) };
};

export const isBookableDate = (date: string, now: Date): boolean => {
  const { first, last } = bookableDates(now);
  return isCalendarDate(date) && date >= first && date <= last;
};

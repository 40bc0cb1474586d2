import { useState } from 'react';
import { bookableDates, isBookableDate } from '#contract/bookable-dates.ts';
import type { Slot } from '#contract/slots.ts';
import { countFree, describeSlots } from './describe-slots.ts';
import type { MeetingTime } from './describe-slots.ts';
import type { DayStanding } from './day-label.ts';
import { monthOf, useAvailability } from './use-availability.ts';
import { useNow } from './use-now.ts';

export interface MeetingWish {
  readonly date: string | null;
  readonly time: Slot | null;
}

/** What of a wished date and time can be had at this moment, and everything that the calendar shows around it. */
export const useMeetingChoice = (wish: MeetingWish, current?: MeetingTime) => {
  const now = useNow();
  const { first, last } = bookableDates(now);
  // A wish from yesterday may name what can no longer be had.
  const date = wish.date !== null && isBookableDate(wish.date, now) ? wish.date : null;
  const [month, setMonth] = useState(monthOf(date ?? first));
  const { dayOf, holidays, isLoading } = useAvailability(month, date, last);

  const options =
    date === null ? [] : describeSlots(date, dayOf(date), { now, current, isLoading: isLoading });
  const free = options.filter(({ state }) => state === 'free');
  const time = free.find(({ value }) => value === wish.time)?.value ?? null;

  const standingOf = (day: string): DayStanding | undefined => {
    const known = dayOf(day);
    return known && { holiday: known.holiday, free: countFree(known, now) };
  };

  return {
    date,
    time,
    first,
    last,
    options,
    freeCount: free.length,
    isLoading,
    holidays,
    standingOf,
    showMonth: setMonth,
  };
};
export type MeetingChoice = ReturnType<typeof useMeetingChoice>;

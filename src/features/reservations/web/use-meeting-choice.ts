import { useEffect, useRef, useState } from 'react';
import { useStudio } from '#core/content/web/use-studio.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { logError } from '#platform/web/client/log-error.ts';
import { useNow } from '#platform/web/client/use-now.ts';
import { addMonths, monthOf } from '#platform/web/ui/calendar/calendar-month.ts';
import { bookableDates, isBookableDate } from '../contract/bookable-dates.ts';
import { reservationEndpoints, type AvailableDay } from '../contract/reservations.ts';
import type { Slot } from '../contract/slots.ts';
import type { DayAvailability } from './day-label.ts';
import { countFreeSlots, describeSlots, type MeetingTime } from './describe-slots.ts';

const useAvailability = (month: string, enabled = true) =>
  useApiQuery(reservationEndpoints.availability, { query: { month } }, { enabled });

/** The days of the shown month and of the month of `date`. Failures are only logged. Prefetches the next month, up to `lastDate`. */
const useMonthAvailability = (shownMonth: string, date: string | null, lastDate: string) => {
  const shown = useAvailability(shownMonth);
  const chosen = useAvailability(monthOf(date ?? `${shownMonth}-01`));
  const following = addMonths(shownMonth, 1);
  useAvailability(following, !shown.isPending && following <= monthOf(lastDate));

  const error = shown.error ?? chosen.error;
  useEffect(() => {
    if (error !== null) logError('availability', error);
  }, [error]);

  const days = [...(shown.data ?? []), ...(chosen.data ?? [])];
  return {
    dayOf: (day: string): AvailableDay | undefined => days.find((known) => known.date === day),
    shownDays: shown.data ?? [],
    /** The month of `date`, or the shown one without a date, is loading. */
    isLoading: chosen.isPending,
  };
};

/** The first free time in the first three bookable months; undefined while loading, null when none was found. */
const useEarliestMeeting = (
  firstDate: string,
  lastDate: string,
  now: Date,
): MeetingTime | null | undefined => {
  const first = monthOf(firstDate);
  const [second, third] = [addMonths(first, 1), addMonths(first, 2)];
  const firstFree = ({ data }: ReturnType<typeof useAvailability>): MeetingTime | undefined => {
    for (const day of data ?? []) {
      const free = describeSlots(day.date, day, { now }).find(({ state }) => state === 'free');
      if (free !== undefined) return { date: day.date, time: free.value };
    }
    return undefined;
  };
  const isWithin = (month: string): boolean => month <= monthOf(lastDate);
  const here = useAvailability(first);
  const foundHere = firstFree(here);
  const next = useAvailability(second, here.isSuccess && foundHere === undefined && isWithin(second));
  const foundNext = firstFree(next);
  const last = useAvailability(third, next.isSuccess && foundNext === undefined && isWithin(third));
  const found = foundHere ?? foundNext ?? firstFree(last);
  if (found !== undefined) return found;
  return here.isLoading || next.isLoading || last.isLoading ? undefined : null;
};

export interface PartialMeetingTime {
  readonly date: string | null;
  readonly time: Slot | null;
}

/** The chosen date and time, if they can be booked now, and the data of the calendar. */
export const useMeetingChoice = (selection: PartialMeetingTime, current?: MeetingTime) => {
  const now = useNow();
  const { horizonDays } = useStudio();
  const { first, last } = bookableDates(now, horizonDays);
  // A stored choice may have a date that has passed meanwhile.
  const date =
    selection.date !== null && isBookableDate(selection.date, now, horizonDays) ? selection.date : null;
  const [month, setMonth] = useState(monthOf(date ?? first));
  const { dayOf, isLoading, shownDays } = useMonthAvailability(month, date, last);
  const picker = useRef<HTMLDivElement>(null);
  const [isChecked, setIsChecked] = useState(false);
  const [shownDate, setShownDate] = useState(date);
  if (shownDate !== date) {
    setShownDate(date);
    setIsChecked(false);
  }

  const options = date === null ? [] : describeSlots(date, dayOf(date), { now, current, isLoading });
  const free = options.filter(({ state }) => state === 'free');
  const time = free.find(({ value }) => value === selection.time)?.value ?? null;
  const meeting: MeetingTime | null = date === null || time === null ? null : { date, time };

  /** Returns the chosen meeting. Without one, shows what is missing and moves the focus there, unless another field takes it. */
  const check = (takesFocus = true): MeetingTime | null => {
    setIsChecked(meeting === null);
    if (meeting === null && takesFocus) {
      const isTimeMissing = date !== null && free.length > 0;
      const target = isTimeMissing ? '[role="radiogroup"] input:enabled' : 'td button[tabindex="0"]';
      picker.current?.querySelector<HTMLElement>(target)?.focus();
    }
    return meeting;
  };

  /** Scrolls to the times of the chosen day and focuses them; does nothing without one. */
  const focusTimes = (): void => {
    const times = picker.current?.querySelector<HTMLElement>('[role="radiogroup"]');
    times?.focus({ preventScroll: true });
    times?.scrollIntoView({ block: 'center' });
  };

  const dayAvailabilityOf = (day: string): DayAvailability | undefined => {
    const known = dayOf(day);
    return (
      known && { holiday: known.holiday, freeCount: countFreeSlots(known, now), isClosed: known.isClosed }
    );
  };

  return {
    check,
    date,
    first,
    focusTimes,
    freeCount: free.length,
    isChecked,
    isLoading,
    earliest: useEarliestMeeting(first, last, now),
    last,
    meeting,
    options,
    picker,
    showMonth: setMonth,
    shownDays,
    dayAvailabilityOf,
    time,
  };
};
export type MeetingChoice = ReturnType<typeof useMeetingChoice>;

import { useEffect, useMemo, useRef, useState } from 'react';
import { useStudio } from '#core/content/web/use-studio.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { logError } from '#platform/web/client/log-error.ts';
import { useNow } from '#platform/web/client/use-now.ts';
import { addMonths, listShownMonths, monthOf } from '#platform/web/ui/calendar/calendar-month.ts';
import { bookableDates, isBookableDate } from '../contract/bookable-dates.ts';
import { reservationEndpoints } from '../contract/reservations.ts';
import type { Slot } from '../contract/slots.ts';
import type { DayAvailability } from './day-label.ts';
import { countFreeSlots, describeSlots, type MeetingTime } from './describe-slots.ts';

const useAvailability = (month: string, enabled = true) =>
  useApiQuery(reservationEndpoints.availability, { query: { month } }, { enabled });

/**
 * By date, the days of the shown month, of the one after it unless that is after the month of `lastDate`, and of the month of `date`. Failures are
 * only logged.
 */
const useMonthAvailability = (shownMonth: string, date: string | null, lastDate: string) => {
  const shown = useAvailability(shownMonth);
  const chosen = useAvailability(monthOf(date ?? `${shownMonth}-01`));
  const following = addMonths(shownMonth, 1);
  const next = useAvailability(following, !shown.isPending && following <= monthOf(lastDate));

  const error = shown.error ?? chosen.error ?? next.error;
  useEffect(() => {
    if (error !== null) logError('availability', error);
  }, [error]);

  const days = useMemo(
    () =>
      new Map(
        [shown.data, next.data, chosen.data].flatMap((month = []) => month.map((day) => [day.date, day])),
      ),
    [shown.data, next.data, chosen.data],
  );
  return {
    days,
    /** The month of `date`, or the shown one without a date, is loading. */
    isLoading: chosen.isPending,
  };
};

const MAX_PROPOSALS = 3;

/**
 * The first free time of each of the next days that have one, for at most three days, in the first two bookable months or else in the
 * third; undefined while loading.
 */
const useEarliestMeetings = (
  firstDate: string,
  lastDate: string,
  now: Date,
): readonly MeetingTime[] | undefined => {
  const first = monthOf(firstDate);
  const [second, third] = [addMonths(first, 1), addMonths(first, 2)];
  const findTimes = (...queries: readonly ReturnType<typeof useAvailability>[]): MeetingTime[] => {
    const found: MeetingTime[] = [];
    for (const day of queries.flatMap(({ data = [] }) => data)) {
      if (found.length === MAX_PROPOSALS) break;
      const free = describeSlots(day.date, day, { now }).find(({ state }) => state === 'free');
      if (free !== undefined) found.push({ date: day.date, time: free.value });
    }
    return found;
  };
  const isWithin = (month: string): boolean => month <= monthOf(lastDate);
  const here = useAvailability(first);
  const isShort = here.isSuccess && findTimes(here).length < MAX_PROPOSALS;
  const next = useAvailability(second, isShort && isWithin(second));
  const isEmpty = next.isSuccess && findTimes(here, next).length === 0;
  const last = useAvailability(third, isEmpty && isWithin(third));
  const isLoading = here.isLoading || next.isLoading || last.isLoading;
  return isLoading ? undefined : findTimes(here, next, last);
};

export interface PartialMeetingTime {
  readonly date: string | null;
  readonly time: Slot | null;
}

/** The chosen date and time, if they can be booked now, and the data of the calendar. */
export const useMeetingChoice = (
  selection: PartialMeetingTime,
  { current, renderedAt }: { readonly current?: MeetingTime; readonly renderedAt?: number } = {},
) => {
  const now = useNow(renderedAt);
  const { horizonDays } = useStudio();
  const { first, last } = bookableDates(now, horizonDays);
  // A stored choice may have a date that has passed meanwhile.
  const date =
    selection.date !== null && isBookableDate(selection.date, now, horizonDays) ? selection.date : null;
  const [month, setMonth] = useState(monthOf(date ?? first));
  const { days, isLoading } = useMonthAvailability(month, date, last);
  const shownMonths = listShownMonths(month, first, last);
  const picker = useRef<HTMLDivElement>(null);
  const [isChecked, setIsChecked] = useState(false);
  const [shownDate, setShownDate] = useState(date);
  if (shownDate !== date) {
    setShownDate(date);
    setIsChecked(false);
    // The calendar shows the month of each new date, too.
    if (date !== null && !shownMonths.includes(monthOf(date))) setMonth(monthOf(date));
  }

  const options = date === null ? [] : describeSlots(date, days.get(date), { now, current, isLoading });
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

  /** Whether the meeting can be booked now; false while its day is unknown. */
  const isFree = (wanted: MeetingTime): boolean => {
    const day = days.get(wanted.date);
    if (day === undefined || !isBookableDate(wanted.date, now, horizonDays)) return false;
    return describeSlots(wanted.date, day, { now, current }).some(
      ({ value, state }) => value === wanted.time && state === 'free',
    );
  };

  /** Scrolls to the times of the chosen day and focuses them; does nothing without one. */
  const focusTimes = (): void => {
    const times = picker.current?.querySelector<HTMLElement>('[role="radiogroup"]');
    times?.focus({ preventScroll: true });
    times?.scrollIntoView({ block: 'center' });
  };

  const availability = useMemo(
    () =>
      new Map<string, DayAvailability>(
        [...days].map(([day, known]) => [
          day,
          { holiday: known.holiday, freeCount: countFreeSlots(known, now), isClosed: known.isClosed },
        ]),
      ),
    [days, now],
  );

  return {
    availability,
    check,
    date,
    first,
    focusTimes,
    freeCount: free.length,
    isChecked,
    isFree,
    isLoading,
    earliest: useEarliestMeetings(first, last, now),
    last,
    meeting,
    month,
    options,
    picker,
    showMonth: setMonth,
    shownDays: [...days.values()].filter((day) => shownMonths.includes(monthOf(day.date))),
    time,
  };
};
export type MeetingChoice = ReturnType<typeof useMeetingChoice>;

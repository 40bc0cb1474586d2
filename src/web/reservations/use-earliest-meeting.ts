import { describeSlots, type MeetingTime } from './describe-slots.ts';
import { monthOf, nextMonth, useMonth } from './use-month-availability.ts';

/** The first free time in the first three bookable months; undefined while loading, null when there is none. */
export const useEarliestMeeting = (
  firstDate: string,
  lastDate: string,
  now: Date,
): MeetingTime | null | undefined => {
  const first = monthOf(firstDate);
  const [second, third] = [nextMonth(first), nextMonth(nextMonth(first))];
  const firstFree = ({ data }: ReturnType<typeof useMonth>): MeetingTime | undefined => {
    for (const day of data ?? []) {
      const free = describeSlots(day.date, day, { now }).find(({ state }) => state === 'free');
      if (free !== undefined) return { date: day.date, time: free.value };
    }
    return undefined;
  };
  const isWithin = (month: string): boolean => month <= monthOf(lastDate);
  const here = useMonth(first);
  const foundHere = firstFree(here);
  const next = useMonth(second, here.isSuccess && foundHere === undefined && isWithin(second));
  const foundNext = firstFree(next);
  const last = useMonth(third, next.isSuccess && foundNext === undefined && isWithin(third));
  const found = foundHere ?? foundNext ?? firstFree(last);
  if (found !== undefined) return found;
  return here.isLoading || next.isLoading || last.isLoading ? undefined : null;
};

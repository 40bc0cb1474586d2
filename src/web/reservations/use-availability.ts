import { useEffect } from 'react';
import { reservationEndpoints } from '#contract/reservations.ts';
import type { AvailableDay } from '#contract/reservations.ts';
import { addDays } from '#contract/seoul-time.ts';
import { useApiQuery } from '#web/api/queries.ts';
import { reportQuietly } from './report-quietly.ts';

export const monthOf = (date: string): string => date.slice(0, 7);

/** `2026-12` after `2026-11`. */
export const nextMonth = (month: string): string => monthOf(addDays(`${month}-28`, 4));

const useMonth = (month: string, isWanted = true) => {
  const { data, error, isPending } = useApiQuery(
    reservationEndpoints.availability,
    { query: { month } },
    { enabled: isWanted },
  );
  return { days: data, error, isPending };
};

/**
 * How the days stand: of the month that is shown, and of the one that holds `date`. The month after is fetched meanwhile.
 * What cannot be learnt is only logged: the day is then unknown, and the server decides.
 */
export const useAvailability = (shownMonth: string, date: string | null, lastDate: string) => {
  const shown = useMonth(shownMonth);
  const chosen = useMonth(monthOf(date ?? `${shownMonth}-01`));
  const following = nextMonth(shownMonth);
  useMonth(following, !shown.isPending && following <= monthOf(lastDate));

  const error = shown.error ?? chosen.error;
  useEffect(() => {
    if (error !== null) reportQuietly('availability', error);
  }, [error]);

  const days = [...(shown.days ?? []), ...(chosen.days ?? [])];
  return {
    dayOf: (day: string): AvailableDay | undefined => days.find((known) => known.date === day),
    holidays: (shown.days ?? []).filter(({ holiday }) => holiday !== null),
    /** The day of `date` is not known yet. */
    isLoading: chosen.isPending,
  };
};

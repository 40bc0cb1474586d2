import { useEffect } from 'react';
import { reservationEndpoints, type AvailableDay } from '#contract/reservations.ts';
import { useApiQuery } from '#web/api/queries.ts';
import { logError } from '#web/shell/log-error.ts';
import { addMonths, monthOf } from '#web/ui/calendar/calendar-month.ts';

export const useMonth = (month: string, enabled = true) =>
  useApiQuery(reservationEndpoints.availability, { query: { month } }, { enabled });

/** The days of the shown month and of the month of `date`; the month after is prefetched. A failure is only logged. */
export const useMonthAvailability = (shownMonth: string, date: string | null, lastDate: string) => {
  const shown = useMonth(shownMonth);
  const chosen = useMonth(monthOf(date ?? `${shownMonth}-01`));
  const following = addMonths(shownMonth, 1);
  useMonth(following, !shown.isPending && following <= monthOf(lastDate));

  const error = shown.error ?? chosen.error;
  useEffect(() => {
    if (error !== null) logError('availability', error);
  }, [error]);

  const days = [...(shown.data ?? []), ...(chosen.data ?? [])];
  return {
    dayOf: (day: string): AvailableDay | undefined => days.find((known) => known.date === day),
    shownDays: shown.data ?? [],
    /** The day of `date` is not known yet. */
    isLoading: chosen.isPending,
  };
};

import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { isCalendarDate, seoulDate } from '#contract/seoul-time.ts';
import { useNow } from './use-now.ts';

/** The day that the schedule shows: in the address, so that a reload and a way back find it again. */
export const useScheduleDate = () => {
  const [query, setQuery] = useSearchParams();
  const today = seoulDate(useNow());
  const asked = query.get('date') ?? '';
  const showDate = useCallback(
    (date: string): void => setQuery({ date }, { replace: true, preventScrollReset: true }),
    [setQuery],
  );
  return { date: isCalendarDate(asked) ? asked : today, today, showDate };
};

import type { ReservationFilters } from './reservation-search.ts';

/** `예약-2026-11-01-2026-11-30.csv`; an open end is named. */
export const exportFileName = ({ from, to }: ReservationFilters, today: string): string => {
  if (from === undefined && to === undefined) return `예약-전체-${today}.csv`;
  if (from === to) return `예약-${from}.csv`;
  return `예약-${[from ?? '처음', to ?? '이후'].join('-')}.csv`;
};

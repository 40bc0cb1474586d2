import type { AdminFilters } from './admin-search.ts';

/** `예약-2026-11-01-2026-11-30.csv`; an open end is named. */
export const nameExport = ({ from, to }: AdminFilters, today: string): string => {
  if (from === undefined && to === undefined) return `예약-전체-${today}.csv`;
  if (from === to) return `예약-${from}.csv`;
  return `예약-${[from ?? '처음', to ?? '이후'].join('-')}.csv`;
};

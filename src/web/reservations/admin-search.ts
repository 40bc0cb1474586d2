import { reservationEndpoints } from '#contract/reservations.ts';
import type { AdminReservation } from '#contract/reservations.ts';
import { browserApi } from '#web/api/browser-api.ts';
import type { PageRequest } from './use-reservation-pages.ts';

export type SearchBy = 'name' | 'code';

/** `keyword` is null where all bookings are listed. */
export interface AdminSearch {
  readonly by: SearchBy;
  readonly keyword: string | null;
}

const { adminReservations, searchReservationsByCode, searchReservationsByName } = reservationEndpoints;

/** The search that the address names. */
export const readSearch = (query: URLSearchParams): AdminSearch => {
  const by = query.get('by') === 'code' ? 'code' : 'name';
  return { by, keyword: query.get('keyword') };
};

/** What is wrong with a keyword; undefined when the server would take it. */
export const checkKeyword = (by: SearchBy, keyword: string): string | undefined => {
  const read =
    by === 'name'
      ? searchReservationsByName.query.safeParse({ name: keyword })
      : searchReservationsByCode.query.safeParse({ code: keyword });
  return read.error?.issues[0]?.message;
};

/** One page of what the search finds. A code is whole or finds nothing, so its list has one page. */
export const loadReservations = async (
  { by, keyword }: AdminSearch,
  page: PageRequest,
  signal: AbortSignal,
): Promise<AdminReservation[]> => {
  const options = { signal };
  if (keyword === null) return browserApi.call(adminReservations, { query: page }, options);
  if (by === 'name')
    return browserApi.call(searchReservationsByName, { query: { name: keyword, ...page } }, options);
  return browserApi.call(searchReservationsByCode, { query: { code: keyword } }, options);
};

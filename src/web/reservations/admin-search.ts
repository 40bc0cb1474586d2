import { reservationEndpoints } from '#contract/reservations.ts';

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

type SearchEndpoint =
  | typeof adminReservations
  | typeof searchReservationsByCode
  | typeof searchReservationsByName;

/** Where the list of a search is read, and by which query. */
export const requestOf = ({
  by,
  keyword,
}: AdminSearch): readonly [endpoint: SearchEndpoint, query: Readonly<Record<string, string>>] => {
  if (keyword === null) return [adminReservations, {}];
  if (by === 'name') return [searchReservationsByName, { name: keyword }];
  return [searchReservationsByCode, { code: keyword }];
};

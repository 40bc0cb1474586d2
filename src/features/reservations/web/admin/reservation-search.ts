import * as z from 'zod/mini';
import {
  adminReservationEndpoints,
  reservationFilters,
  reservationSorts,
  searchKeywords,
  type ReservationSort,
} from '../../contract/admin-reservations.ts';

/** What a keyword of a search can be. */
export const searchKinds = [
  { value: 'name', label: '예약자 이름', rule: searchKeywords.name },
  { value: 'code', label: '예약 번호', rule: searchKeywords.code },
] as const;

const filters = z.object(reservationFilters);
export type ReservationFilters = z.output<typeof filters>;

/** The search in the address. `keyword` is null without one. */
export interface ReservationSearch {
  readonly by: (typeof searchKinds)[number]['value'];
  readonly keyword: string | null;
  readonly filters: ReservationFilters;
  readonly sort: ReservationSort;
}

const { adminReservations, searchReservationsByCode, searchReservationsByName } = adminReservationEndpoints;

/** The filters that the form shows. */
const formFilters = ['from', 'to', 'shootType', 'state'] as const;
const filterNames = [...formFilters, 'unsettled', 'createdOn', 'member'] as const;
const [DEFAULT_SORT] = reservationSorts;

export const ALL_RESERVATIONS: ReservationSearch = {
  by: 'name',
  keyword: null,
  filters: {},
  sort: DEFAULT_SORT,
};

/** The view that the page opens on. */
export const upcomingReservations = (today: string): ReservationSearch => ({
  ...ALL_RESERVATIONS,
  filters: { from: today, state: 'BOOKED' },
  sort: 'date-asc',
});

export const isUpcoming = (
  { keyword, filters: narrowed, sort }: ReservationSearch,
  today: string,
): boolean => {
  const { filters: upcoming, sort: upcomingSort } = upcomingReservations(today);
  return (
    keyword === null &&
    sort === upcomingSort &&
    filterNames.every((name) => narrowed[name] === upcoming[name])
  );
};

/** The search that the address names; without a query, the upcoming reservations. Invalid filters are left out. */
export const parseReservationSearch = (query: URLSearchParams, today: string): ReservationSearch => {
  if (query.toString() === '') return upcomingReservations(today);
  const known = filterNames.flatMap((name) => {
    const value = query.get(name);
    return reservationFilters[name].safeParse(value).success ? [[name, value]] : [];
  });
  return {
    by: query.get('by') === 'code' ? 'code' : 'name',
    keyword: query.get('keyword'),
    filters: filters.parse(Object.fromEntries(known)),
    sort: reservationSorts.find((sort) => sort === query.get('sort')) ?? DEFAULT_SORT,
  };
};

/** The query of a search. No query means the upcoming reservations, so the list of all reservations has its order in the query. */
export const serializeReservationSearch = (
  search: ReservationSearch,
  today: string,
): Record<string, string> => {
  if (isUpcoming(search, today)) return {};
  const { by, keyword, filters: narrowed, sort } = search;
  const written = Object.fromEntries(
    Object.entries({
      ...(keyword === null ? {} : { by, keyword }),
      ...narrowed,
      ...(sort === DEFAULT_SORT ? {} : { sort }),
    }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return Object.keys(written).length === 0 ? { sort } : written;
};

/** How many fields of the filter form are set; the view that the page opens on counts as unset. */
export const countFilters = (search: ReservationSearch, today: string): number => {
  if (isUpcoming(search, today)) return 0;
  const { filters: narrowed, sort } = search;
  return formFilters.filter((name) => narrowed[name] !== undefined).length + (sort === DEFAULT_SORT ? 0 : 1);
};

export const isNarrowed = (search: ReservationSearch): boolean =>
  search.keyword !== null || filterNames.some((name) => search.filters[name] !== undefined);

/** The endpoint and query that read the list of a search. */
export const toReservationListRequest = ({ by, keyword, filters: narrowed, sort }: ReservationSearch) => {
  const query = { ...narrowed, sort };
  if (keyword === null) return [adminReservations, query] as const;
  if (by === 'name') return [searchReservationsByName, { ...query, name: keyword }] as const;
  return [searchReservationsByCode, { ...query, code: keyword }] as const;
};

/** The file name of the exported list, such as `예약-2026-11-01-2026-11-30.csv`. */
export const exportFileName = ({ from, to }: ReservationFilters, today: string): string => {
  if (from === undefined && to === undefined) return `예약-전체-${today}.csv`;
  if (from === to) return `예약-${from}.csv`;
  return `예약-${[from ?? '처음', to ?? '이후'].join('-')}.csv`;
};

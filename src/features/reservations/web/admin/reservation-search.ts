import * as z from 'zod/mini';
import { addDays } from '#platform/contract/seoul-time.ts';
import {
  adminReservationEndpoints,
  reservationFilters,
  reservationSorts,
  searchKeywords,
  type ReservationSort,
} from '../../contract/admin-reservations.ts';
import { reservationStateLabels } from '../../contract/reservation-states.ts';

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

type ReservationView = Pick<ReservationSearch, 'filters' | 'sort'> & { readonly label: string };

/** The views that the list offers. The page opens on the first. */
const viewsOn = (today: string): [ReservationView, ...ReservationView[]] => [
  { label: '예정', filters: { from: today, state: 'BOOKED' }, sort: 'date-asc' },
  { label: '오늘', filters: { from: today, to: today }, sort: 'date-asc' },
  { label: '7일간', filters: { from: today, to: addDays(today, 6) }, sort: 'date-asc' },
  { label: '전체', filters: {}, sort: DEFAULT_SORT },
  ...(['COMPLETED', 'NO_SHOW', 'CANCELLED'] as const).map((state) => ({
    label: reservationStateLabels[state],
    filters: { state },
    sort: DEFAULT_SORT,
  })),
];

const isView = ({ filters: narrowed }: ReservationSearch, view: ReservationView): boolean =>
  filterNames.every((name) => name === 'shootType' || narrowed[name] === view.filters[name]);

/** Each view as the search that keeps keyword and category of the present one. At most one is current. */
export const offeredViews = (search: ReservationSearch, today: string) =>
  viewsOn(today).map((view) => ({
    label: view.label,
    isCurrent: isView(search, view),
    search: {
      ...search,
      filters: { ...view.filters, shootType: search.filters.shootType },
      sort: view.sort,
    },
  }));

export const isUpcoming = (search: ReservationSearch, today: string): boolean => {
  const [upcoming] = viewsOn(today);
  const { keyword, filters: narrowed, sort } = search;
  return (
    keyword === null && narrowed.shootType === undefined && sort === upcoming.sort && isView(search, upcoming)
  );
};

/** The search that the address names; without a query, the upcoming reservations. Invalid filters are left out. */
export const parseReservationSearch = (query: URLSearchParams, today: string): ReservationSearch => {
  const [upcoming] = viewsOn(today);
  if (query.toString() === '') return { ...ALL_RESERVATIONS, filters: upcoming.filters, sort: upcoming.sort };
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

/** How many fields of the filter form are set to something else than in the current view. */
export const countFilters = (search: ReservationSearch, today: string): number => {
  const view = viewsOn(today).find((one) => isView(search, one));
  const { filters: narrowed, sort } = search;
  return (
    formFilters.filter((name) => narrowed[name] !== view?.filters[name]).length +
    (sort === (view?.sort ?? DEFAULT_SORT) ? 0 : 1)
  );
};

/** Whether a keyword or a field of the filter form narrows the current view. */
export const isViewNarrowed = (search: ReservationSearch, today: string): boolean =>
  search.keyword !== null || countFilters(search, today) > 0;

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

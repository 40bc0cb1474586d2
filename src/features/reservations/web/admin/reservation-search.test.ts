import { describe, expect, it } from 'vitest';
import { adminReservationEndpoints } from '../../contract/admin-reservations.ts';
import {
  ALL_RESERVATIONS,
  countFilters,
  exportFileName,
  isNarrowed,
  isUpcoming,
  offeredViews,
  parseReservationSearch,
  toReservationListRequest,
  serializeReservationSearch,
} from './reservation-search.ts';

const TODAY = '2026-11-21';
const read = (address: string) => parseReservationSearch(new URLSearchParams(address), TODAY);
const write = (search: ReturnType<typeof read>) => serializeReservationSearch(search, TODAY);

it.each([
  ['', 'adminReservations', { from: TODAY, state: 'BOOKED', sort: 'date-asc' }],
  ['sort=date-desc', 'adminReservations', { sort: 'date-desc' }],
  ['unsettled=true', 'adminReservations', { unsettled: 'true', sort: 'date-desc' }],
  ['by=name&keyword=김', 'searchReservationsByName', { name: '김' }],
  ['by=code&keyword=K7&state=CANCELLED', 'searchReservationsByCode', { code: 'K7', state: 'CANCELLED' }],
  [
    'from=2026-11-01&to=2026-11-30&sort=date-asc',
    'adminReservations',
    { from: '2026-11-01', sort: 'date-asc' },
  ],
] as const)('reads "%s" from %s, page by page', (address, name, query) => {
  const [endpoint, requested] = toReservationListRequest(read(address));
  expect(endpoint).toBe(adminReservationEndpoints[name]);
  expect(requested).toMatchObject(query);
  expect(endpoint.query.parse({ ...requested, limit: 5, cursor: 'x' })).toMatchObject({
    limit: 5,
    cursor: 'x',
  });
});

it.each([
  '',
  'sort=date-desc',
  'unsettled=true',
  'by=code&keyword=K7',
  'by=name&keyword=김&from=2026-11-01&to=2026-11-30&shootType=FOOD&state=NO_SHOW&sort=created-desc',
])('writes "%s" as it was read', (address) => {
  expect(new URLSearchParams(write(read(address)))).toEqual(new URLSearchParams(address));
});

describe('the upcoming reservations', () => {
  it('the page opens on upcoming reservations, soonest first, without cancelled ones', () => {
    const opened = read('');
    expect(opened).toEqual({
      by: 'name',
      keyword: null,
      filters: { from: TODAY, state: 'BOOKED' },
      sort: 'date-asc',
    });
    expect(isUpcoming(opened, TODAY)).toBe(true);
    expect(countFilters(opened, TODAY)).toBe(0);
  });

  it('the URL of the whole list names its sort order, unlike upcoming reservations', () => {
    expect(isUpcoming(ALL_RESERVATIONS, TODAY)).toBe(false);
    expect(write(ALL_RESERVATIONS)).toEqual({ sort: 'date-desc' });
    expect(read('sort=date-desc')).toEqual(ALL_RESERVATIONS);
  });
});

it('invalid filters in the URL are ignored', () => {
  const search = read('from=2026-02-30&to=soon&shootType=party&state=&sort=random&unsettled=yes');
  expect(search).toEqual(ALL_RESERVATIONS);
  expect(isNarrowed(search)).toBe(false);
});

it('filters are counted unless they are those of the current view', () => {
  expect(countFilters(read('keyword=김'), TODAY)).toBe(0);
  expect(countFilters(read('unsettled=true'), TODAY)).toBe(0);
  expect(countFilters(read('state=COMPLETED'), TODAY)).toBe(0);
  expect(countFilters(read('state=COMPLETED&shootType=FOOD&sort=date-asc'), TODAY)).toBe(2);
  expect(countFilters(read('from=2026-11-01&state=BOOKED&sort=date-asc'), TODAY)).toBe(3);
});

describe('the views', () => {
  it.each([
    ['', '예정'],
    [`from=${TODAY}&to=${TODAY}&sort=date-desc`, '오늘'],
    ['from=2026-11-21&to=2026-11-27&shootType=FOOD', '7일간'],
    ['by=name&keyword=김', '전체'],
    ['state=NO_SHOW', '노쇼'],
    ['from=2026-11-01', undefined],
    ['unsettled=true', undefined],
    ['createdOn=2026-11-21&sort=created-desc', undefined],
  ])('the view of "%s" is %s', (address, label) => {
    const current = offeredViews(read(address), TODAY).filter(({ isCurrent }) => isCurrent);
    expect(current.map((view) => view.label)).toEqual(label === undefined ? [] : [label]);
  });

  it('a view keeps keyword and category and replaces the other filters', () => {
    const from = read('by=code&keyword=K7&shootType=FOOD&from=2026-11-01&unsettled=true&sort=created-desc');
    const addresses = offeredViews(from, TODAY).map(({ label, search }) => [label, write(search)]);
    const kept = { by: 'code', keyword: 'K7', shootType: 'FOOD' };
    expect(Object.fromEntries(addresses)).toEqual({
      예정: { ...kept, from: TODAY, state: 'BOOKED', sort: 'date-asc' },
      오늘: { ...kept, from: TODAY, to: TODAY, sort: 'date-asc' },
      '7일간': { ...kept, from: TODAY, to: '2026-11-27', sort: 'date-asc' },
      전체: kept,
      완료: { ...kept, state: 'COMPLETED' },
      노쇼: { ...kept, state: 'NO_SHOW' },
      취소: { ...kept, state: 'CANCELLED' },
    });
  });
});

it.each([
  [{}, '예약-전체-2026-11-21.csv'],
  [{ from: '2026-11-24', to: '2026-11-24' }, '예약-2026-11-24.csv'],
  [{ from: '2026-11-01', to: '2026-11-30' }, '예약-2026-11-01-2026-11-30.csv'],
  [{ from: '2026-11-01' }, '예약-2026-11-01-이후.csv'],
  [{ to: '2026-11-30' }, '예약-처음-2026-11-30.csv'],
])('a table of %j is saved as %s', (filters, name) => {
  expect(exportFileName(filters, '2026-11-21')).toBe(name);
});

import { expect, it } from 'vitest';
import { adminReservationEndpoints } from '#contract/admin-reservations.ts';
import { countFilters, isNarrowed, readSearch, requestOf, writeSearch } from './admin-search.ts';

const read = (address: string) => readSearch(new URLSearchParams(address));

it.each([
  ['', 'adminReservations', { sort: 'date-desc' }],
  ['by=name&keyword=김', 'searchReservationsByName', { name: '김' }],
  ['by=code&keyword=K7&state=CANCELLED', 'searchReservationsByCode', { code: 'K7', state: 'CANCELLED' }],
  [
    'from=2026-11-01&to=2026-11-30&sort=date-asc',
    'adminReservations',
    { from: '2026-11-01', sort: 'date-asc' },
  ],
] as const)('reads "%s" from %s, page by page', (address, name, query) => {
  const [endpoint, asked] = requestOf(read(address));
  expect(endpoint).toBe(adminReservationEndpoints[name]);
  expect(asked).toMatchObject(query);
  expect(endpoint.query.parse({ ...asked, limit: 5, cursor: 'x' })).toMatchObject({ limit: 5, cursor: 'x' });
});

it.each([
  '',
  'by=code&keyword=K7',
  'by=name&keyword=김&from=2026-11-01&to=2026-11-30&shootType=FOOD&state=NO_SHOW&sort=created-desc',
])('writes "%s" as it was read', (address) => {
  expect(new URLSearchParams(writeSearch(read(address)))).toEqual(new URLSearchParams(address));
});

it('leaves out what the server would refuse', () => {
  const search = read('from=2026-02-30&to=soon&shootType=PARTY&state=&sort=random');
  expect(writeSearch(search)).toEqual({});
  expect(isNarrowed(search)).toBe(false);
});

it('counts what narrows or orders the list', () => {
  expect(countFilters(read('keyword=김'))).toBe(0);
  expect(countFilters(read('from=2026-11-01&state=BOOKED&sort=date-asc'))).toBe(3);
});

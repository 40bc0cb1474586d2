import { expect, it } from 'vitest';
import { reservationEndpoints } from '#contract/reservations.ts';
import { readSearch, requestOf } from './admin-search.ts';

it.each([
  ['', 'adminReservations', {}],
  ['by=name&keyword=김', 'searchReservationsByName', { name: '김' }],
  ['by=code&keyword=K7', 'searchReservationsByCode', { code: 'K7' }],
] as const)('reads "%s" from %s, page by page', (address, name, query) => {
  const [endpoint, asked] = requestOf(readSearch(new URLSearchParams(address)));
  expect(endpoint).toBe(reservationEndpoints[name]);
  expect(asked).toEqual(query);
  expect(endpoint.query.parse({ ...asked, limit: 5, cursor: 'x' })).toMatchObject({ limit: 5, cursor: 'x' });
});

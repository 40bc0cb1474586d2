import { adminReservationEndpoints as endpoints } from '#contract/admin-reservations.ts';
import { implement } from '#server/http/implement.ts';
import type { Implementation } from '#server/http/implement.ts';
import { readPage } from '#server/http/paging.ts';
import { recordAccess } from '#server/http/record-access.ts';
import type { Deps } from '#server/deps.ts';
import { changeTermsOf } from './change-window.ts';
import { readListCursor, writeListCursor } from './list-cursor.ts';
import { presentAdminReservation } from './present-reservation.ts';
import type { AdminRow } from './present-reservation.ts';
import * as queries from './queries.ts';
import { readReservationCode } from './reservation-code.ts';

const cursor = { read: readListCursor, write: ({ reservation }: AdminRow) => writeListCursor(reservation) };

/** Guests have no id. */
const memberIdsOf = (rows: readonly AdminRow[]): string[] =>
  rows.flatMap(({ reservation }) => reservation.memberId ?? []);

const presentAll = (rows: readonly AdminRow[], deps: Deps) => {
  const terms = changeTermsOf(deps);
  return rows.map((row) => presentAdminReservation(row, terms));
};

/** The studio's side of bookings. */
export const adminReservationRoutes: readonly Implementation[] = [
  implement(endpoints.adminReservations, async (asked, deps) => {
    const rows = await readPage(asked, cursor, (page) => queries.findReservations(deps.db, page));
    await recordAccess(deps, asked, 'LIST_RESERVATIONS', memberIdsOf(rows));
    return presentAll(rows, deps);
  }),

  implement(endpoints.searchReservationsByName, async (asked, deps) => {
    const { name } = asked.query;
    const rows = await readPage(asked, cursor, (page) => queries.findReservationsByName(deps.db, name, page));
    await recordAccess(deps, asked, 'SEARCH_RESERVATIONS', memberIdsOf(rows));
    return presentAll(rows, deps);
  }),

  implement(endpoints.searchReservationsByCode, async (asked, deps) => {
    const code = readReservationCode(asked.query.code);
    if (code === '') return [];
    const rows = await readPage(asked, cursor, (page) => queries.findReservationsByCode(deps.db, code, page));
    await recordAccess(deps, asked, 'SEARCH_RESERVATIONS', memberIdsOf(rows));
    return presentAll(rows, deps);
  }),
];

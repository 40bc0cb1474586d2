import { refuse } from '#contract/errors.ts';
import { reservationEndpoints as endpoints, reservationMessages } from '#contract/reservations.ts';
import { implement } from '#server/http/implement.ts';
import type { Implementation } from '#server/http/implement.ts';
import { readPage } from '#server/http/paging.ts';
import { recordAccess } from '#server/http/record-access.ts';
import { blockTime, unblockTime } from './block-time.ts';
import type { BlockedTime } from './block-time.ts';
import { createReservation } from './create-reservation.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { readListCursor, writeListCursor } from './list-cursor.ts';
import { presentAdminReservation, presentReservation } from './present-reservation.ts';
import type { AdminRow } from './present-reservation.ts';
import * as queries from './queries.ts';
import { readReservationCode } from './reservation-code.ts';

const ofMember = { read: readListCursor, write: writeListCursor };
const ofAdmin = { read: readListCursor, write: ({ reservation }: AdminRow) => writeListCursor(reservation) };

const memberIdsOf = (rows: readonly AdminRow[]): string[] =>
  rows.map(({ reservation }) => reservation.memberId);

/** The two values come in the body or in the query; one of both must hold them. */
const requireTarget = ({ date, timeSlot }: Partial<BlockedTime>): BlockedTime => {
  const fields: Record<string, string> = {};
  if (date === undefined) fields.date = '날짜를 확인해 주세요.';
  if (timeSlot === undefined) fields.timeSlot = reservationMessages.time;
  if (date === undefined || timeSlot === undefined) throw refuse('INVALID_INPUT', { fields });
  return { date, timeSlot };
};

export const reservationRoutes: readonly Implementation[] = [
  implement(endpoints.bookedTimes, ({ query }, { db }) => queries.findClaimedSlots(db, query.date)),

  implement(endpoints.createReservation, ({ body, member, caller }, { db, clock }) => {
    const key = readIdempotencyKey(caller.header('idempotency-key'));
    return createReservation(db, { memberId: member.id, key, request: body, now: clock.now() });
  }),

  implement(endpoints.myReservations, async (asked, { db }) => {
    const { id } = asked.member;
    const rows = await readPage(asked, ofMember, (page) => queries.findReservationsByMember(db, id, page));
    return rows.map(presentReservation);
  }),

  implement(endpoints.adminReservations, async (asked, deps) => {
    const rows = await readPage(asked, ofAdmin, (page) => queries.findReservations(deps.db, page));
    await recordAccess(deps, asked, 'LIST_RESERVATIONS', memberIdsOf(rows));
    return rows.map(presentAdminReservation);
  }),

  implement(endpoints.searchReservationsByName, async (asked, deps) => {
    const { name } = asked.query;
    const rows = await readPage(asked, ofAdmin, (page) =>
      queries.findReservationsByName(deps.db, name, page),
    );
    await recordAccess(deps, asked, 'SEARCH_RESERVATIONS', memberIdsOf(rows));
    return rows.map(presentAdminReservation);
  }),

  implement(endpoints.searchReservationsByCode, async (asked, deps) => {
    const code = readReservationCode(asked.query.code);
    if (code === '') return [];
    const rows = await readPage(asked, ofAdmin, (page) =>
      queries.findReservationsByCode(deps.db, code, page),
    );
    await recordAccess(deps, asked, 'SEARCH_RESERVATIONS', memberIdsOf(rows));
    return rows.map(presentAdminReservation);
  }),

  implement(endpoints.blockedTimes, async ({ query: { date } }, { db }) => {
    const blocked = await queries.findBlockedSlots(db, date);
    return blocked.map((timeSlot) => ({ date, timeSlot }));
  }),

  implement(endpoints.blockTime, async ({ body }, { db, clock }) => {
    await blockTime(db, body, clock.now());
    return body;
  }),

  implement(endpoints.unblockTime, async ({ query, body }, { db }) => {
    await unblockTime(db, requireTarget(body ?? query));
    return undefined;
  }),
];

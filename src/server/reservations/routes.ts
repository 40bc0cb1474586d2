import { reservationEndpoints as endpoints } from '#contract/reservations.ts';
import { implement } from '#server/http/implement.ts';
import type { Implementation } from '#server/http/implement.ts';
import { readPage } from '#server/http/paging.ts';
import { changeTermsOf } from './change-window.ts';
import { createReservation } from './create-reservation.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { readListCursor, writeListCursor } from './list-cursor.ts';
import { presentReservation } from './present-reservation.ts';
import * as queries from './queries.ts';

const cursor = { read: readListCursor, write: writeListCursor };

/** What a member and a visitor do. */
export const reservationRoutes: readonly Implementation[] = [
  implement(endpoints.bookedTimes, ({ query }, { db }) => queries.findClaimedSlots(db, query.date)),

  implement(endpoints.createReservation, async ({ body, member, caller }, deps) => {
    const key = readIdempotencyKey(caller.header('idempotency-key'));
    const terms = changeTermsOf(deps);
    const attempt = { memberId: member.id, key, request: body, now: terms.now };
    return presentReservation(await createReservation(deps.db, attempt), terms);
  }),

  implement(endpoints.myReservations, async (asked, deps) => {
    const { id } = asked.member;
    const rows = await readPage(asked, cursor, (page) => queries.findReservationsByMember(deps.db, id, page));
    const terms = changeTermsOf(deps);
    return rows.map((row) => presentReservation(row, terms));
  }),
];

import { reservationEndpoints as endpoints } from '#contract/reservations.ts';
import { implement } from '#server/http/implement.ts';
import type { Implementation } from '#server/http/implement.ts';
import { readPage } from '#server/http/paging.ts';
import { cancelReservation } from './cancel-reservation.ts';
import { changeTermsOf } from './change-window.ts';
import { createReservation } from './create-reservation.ts';
import { findAvailability } from './find-availability.ts';
import { findClaimedSlots } from './find-claims.ts';
import { holdSlot, releaseSlot } from './hold-slot.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { readListCursor, writeListCursor } from './list-cursor.ts';
import { moveReservation } from './move-reservation.ts';
import { presentReservation } from './present-reservation.ts';
import * as queries from './queries.ts';
import { watchBookings } from './watch-bookings.ts';
import { writeBookingCalendar } from './write-booking-calendar.ts';

const cursor = { read: readListCursor, write: writeListCursor };

export const reservationRoutes: readonly Implementation[] = [
  implement(endpoints.bookedTimes, ({ query }, { db, clock }) =>
    findClaimedSlots(db, query.date, clock.now()),
  ),

  implement(endpoints.availability, ({ query: { month }, member }, { db, clock }) =>
    findAvailability(db, { month, memberId: member?.id ?? null, now: clock.now() }),
  ),

  implement(endpoints.holdSlot, async ({ body, member }, { db, clock }) => {
    const heldUntil = await holdSlot(db, { memberId: member.id, meeting: body, now: clock.now() });
    return { ...body, heldUntil: heldUntil.toISOString() };
  }),

  implement(endpoints.releaseSlot, async ({ query, member }, { db }) => {
    await releaseSlot(db, { memberId: member.id, meeting: query });
    return undefined;
  }),

  implement(endpoints.createReservation, async ({ body, member, caller }, deps) => {
    const key = readIdempotencyKey(caller.header('idempotency-key'));
    const terms = changeTermsOf(deps);
    const attempt = { memberId: member.id, key, request: body, now: terms.now };
    const booking = await createReservation(deps.db, attempt);
    watchBookings(deps);
    return presentReservation(booking, terms);
  }),

  implement(endpoints.myReservations, async (asked, deps) => {
    const { id } = asked.member;
    const rows = await readPage(asked, cursor, (page) => queries.findReservationsByMember(deps.db, id, page));
    const terms = changeTermsOf(deps);
    return rows.map((row) => presentReservation(row, terms));
  }),

  implement(endpoints.cancelReservation, async ({ params, body, member }, deps) => {
    const terms = changeTermsOf(deps);
    const own = { memberId: member.id, id: params.id };
    return presentReservation(await cancelReservation(deps.db, own, body, terms), terms);
  }),

  implement(endpoints.moveReservation, async ({ params, body, member }, deps) => {
    const terms = changeTermsOf(deps);
    const own = { memberId: member.id, id: params.id };
    return presentReservation(await moveReservation(deps.db, own, body, terms), terms);
  }),

  implement(endpoints.reservationCalendar, async ({ params, member, setHeader }, deps) => {
    const { name, text } = await writeBookingCalendar(deps, { memberId: member.id, id: params.id });
    setHeader('content-disposition', `attachment; filename="${name}"`);
    return text;
  }),
];

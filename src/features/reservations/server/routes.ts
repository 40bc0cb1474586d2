import { guestCookie } from '#core/auth/server/sessions/random-cookie.ts';
import { assertCategoryShown } from '#core/content/server/categories.ts';
import { readSection, readSectionVersion } from '#core/content/server/read-sections.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { paginate } from '#platform/server/http/pagination.ts';
import { reservationEndpoints as endpoints } from '../contract/reservations.ts';
import { reservationSections } from '../contract/sections.ts';
import { questionsOf } from './booking/answers.ts';
import { createReservation, parseIdempotencyKey } from './booking/book.ts';
import { alertOnBookingRate } from './booking/booking-rate-alert.ts';
import { formatReservationCalendar } from './calendar/reservation-ical.ts';
import { readChangePolicy } from './changes/change-deadline.ts';
import { cancelReservation, moveReservation } from './changes/change-own-reservation.ts';
import { presentReservation } from './present-reservation.ts';
import { findOwnReservation, findReservationsByMember, listCursor } from './queries.ts';
import { findAvailability, findTakenSlots } from './schedule/find-availability.ts';
import { holdSlotAsGuest, holdSlot, releaseHold } from './schedule/hold-slot.ts';

export const reservationRoutes: readonly Route[] = [
  defineRoute(endpoints.bookedTimes, ({ query, now }, { db }) => findTakenSlots(db, query.date, now)),

  defineRoute(endpoints.availability, ({ query: { month }, member, caller, now, setHeader }, deps) => {
    const guestHash = guestCookie.readHash(deps, caller);
    // The response may say which slot is the guest's.
    if (guestHash !== null) setHeader('cache-control', 'no-store');
    const guest = guestHash?.toString('hex') ?? null;
    return findAvailability(deps.db, { month, holder: member?.id ?? guest, now });
  }),

  defineRoute(endpoints.holdSlot, ({ body, member, now }, { db }) =>
    holdSlot(db, { memberId: member.id, meeting: body, now }),
  ),

  defineRoute(endpoints.holdSlotAsGuest, async ({ body, caller, setCookie }, deps) => {
    const known = guestCookie.read(deps, caller);
    const cookie = known ?? guestCookie.generate();
    const hold = await holdSlotAsGuest(deps, { cookie, meeting: body, caller });
    if (known === null) setCookie(guestCookie.serialize(deps, cookie));
    return hold;
  }),

  defineRoute(endpoints.releaseHold, async ({ query, member, caller }, deps) => {
    const guestHash = guestCookie.readHash(deps, caller);
    if (member !== null) await releaseHold(deps.db, { memberId: member.id }, query);
    else if (guestHash !== null) await releaseHold(deps.db, { guestHash }, query);
  }),

  defineRoute(endpoints.bookingForm, async ({ query }, { db }) => {
    const [{ version, body }, { offersPhone }] = await Promise.all([
      readSectionVersion(db, reservationSections.questions),
      readSection(db, reservationSections.booking),
      assertCategoryShown(db, query.shootType),
    ]);
    const questions = questionsOf(body, query.shootType);
    return { questionsVersion: version, questions, offersPhone };
  }),

  defineRoute(endpoints.createReservation, async ({ body, member, caller, now }, deps) => {
    const key = parseIdempotencyKey(caller.header('idempotency-key'));
    const reservation = await createReservation(deps.db, { memberId: member.id, key, request: body, now });
    alertOnBookingRate(deps);
    return presentReservation(reservation, { now, changeHours: reservation.changeHours });
  }),

  defineRoute(endpoints.myReservations, async (request, deps) => {
    const { member, now } = request;
    const rows = await paginate(request, listCursor, (page) =>
      findReservationsByMember(deps.db, member.id, page),
    );
    return rows.map((row) => presentReservation(row, { now, changeHours: row.changeHours }));
  }),

  defineRoute(endpoints.getReservation, async ({ params, member }, deps) => {
    const policy = await readChangePolicy(deps);
    const { reservation, ...details } = await findOwnReservation(deps.db, member.id, params.id);
    return { ...presentReservation(reservation, policy), ...details };
  }),

  defineRoute(endpoints.cancelReservation, async ({ params, body, member, now }, deps) => {
    const own = { memberId: member.id, id: params.id };
    const reservation = await cancelReservation(deps.db, own, body, now);
    return presentReservation(reservation, { now, changeHours: reservation.changeHours });
  }),

  defineRoute(endpoints.moveReservation, async ({ params, body, member, now }, deps) => {
    const own = { memberId: member.id, id: params.id };
    const reservation = await moveReservation(deps.db, own, body, now);
    return presentReservation(reservation, { now, changeHours: reservation.changeHours });
  }),

  defineRoute(endpoints.reservationCalendar, async ({ params, member, setHeader }, deps) => {
    const { name, text } = await formatReservationCalendar(deps, { memberId: member.id, id: params.id });
    setHeader('content-disposition', `attachment; filename="${name}"`);
    return text;
  }),
];

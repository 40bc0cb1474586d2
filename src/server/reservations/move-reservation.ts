import { refuse } from '#contract/errors.ts';
import type { Slot } from '#contract/slots.ts';
import type { Db } from '#server/db/connection.ts';
import { freeSlot } from '#server/db/free-slot.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { addEvent } from './add-event.ts';
import { updateBooking } from './change-booking.ts';
import { lockOwnBooking, requireChangeable } from './change-own-booking.ts';
import type { OwnBooking } from './change-own-booking.ts';
import type { ChangeTerms } from './change-window.ts';
import { takeSlot } from './claim-slot.ts';
import { findStanding } from './find-standing.ts';
import { findRefusal } from './judge-booking.ts';
import type { Standing } from './judge-booking.ts';
import { lockMember } from './lock-member.ts';
import type { ReservationRow } from './present-reservation.ts';

interface Target {
  readonly date: string;
  readonly time: Slot;
}

/** A move adds no booking in all, and none to a date on which it stays; an admin may have gone past both limits. */
const withoutBooking = (standing: Standing, booking: ReservationRow, { date }: Target): Standing => ({
  ...standing,
  futureBookings: 0,
  bookingsOnDate: booking.date === date ? 0 : standing.bookingsOnDate,
});

/** A member moves a booking to another slot and frees the former one. Refuses what a cancellation or a booking of that slot would. */
export const moveReservation = (
  db: Db,
  own: OwnBooking,
  target: Target,
  terms: ChangeTerms,
): Promise<ReservationRow> =>
  retryTransaction(() =>
    db.transaction(async (tx) => {
      const { now } = terms;
      await lockMember(tx, own.memberId);
      const booking = await lockOwnBooking(tx, own);
      const isThere = booking.date === target.date && booking.slot === target.time;
      if (isThere && booking.state === 'BOOKED') return booking;
      requireChangeable(booking, terms);
      const standing = await findStanding(tx, { memberId: own.memberId, meeting: target, now });
      if (standing === null) throw refuse('UNAUTHENTICATED');
      const refusal = findRefusal(withoutBooking(standing, booking, target), target, now);
      if (refusal !== null) throw refusal;
      const moved = { ...booking, date: target.date, slot: target.time };
      // At every statement's end a claim must match its booking's date and slot.
      await freeSlot(tx, booking.id, now);
      await updateBooking(tx, booking.id, { date: moved.date, slot: moved.slot });
      if (!(await takeSlot(tx, moved, booking.id, now, own.memberId))) throw refuse('SLOT_TAKEN');
      const { memberId: actorId } = own;
      await addEvent(tx, booking, { actor: 'MEMBER', actorId, action: 'MOVED', reason: '', at: now });
      return moved;
    }),
  );

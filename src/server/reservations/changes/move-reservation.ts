import { appError } from '#contract/errors.ts';
import type { Slot } from '#contract/slots.ts';
import type { Db } from '#server/db/database.ts';
import { queueReservationMessages } from '#server/notifications/queue-reservation-messages.ts';
import { releaseSlot } from '#server/reservations/slots/release-slot.ts';
import { recordEvent } from '#server/reservations/history/record-event.ts';
import { updateReservation } from './update-with-expected-state.ts';
import { lockOwnReservation, assertChangeable, type OwnReservationId } from './own-reservation.ts';
import { claimSlot } from '#server/reservations/slots/claim.ts';
import {
  findBookingContext,
  findViolation,
  type BookingContext,
} from '#server/reservations/booking/policy.ts';
import { lockMember } from '#server/reservations/booking/book.ts';
import type { ChangeableReservation, ReservationRow } from '#server/reservations/present-reservation.ts';

interface TargetSlot {
  readonly date: string;
  readonly time: Slot;
}

/** Excludes the moved reservation from the limits, which an admin may have exceeded: a move adds none, and none to its own date. */
const withoutReservation = (
  context: BookingContext,
  booking: ReservationRow,
  { date }: TargetSlot,
): BookingContext => ({
  ...context,
  upcomingReservations: 0,
  reservationsOnDate: booking.date === date ? 0 : context.reservationsOnDate,
});

/** Moves a member's reservation to another slot and frees the former one. Throws the errors of a cancellation and of a reservation. */
export const moveReservation = (
  db: Db,
  own: OwnReservationId,
  target: TargetSlot,
  now: Date,
): Promise<ChangeableReservation> =>
  db.transaction(async (tx, commitWith) => {
    await lockMember(tx, own.memberId);
    const { booking } = await lockOwnReservation(tx, own);
    const isThere = booking.date === target.date && booking.slot === target.time;
    if (isThere && booking.state === 'BOOKED') return booking;
    assertChangeable(booking, now);
    const context = await findBookingContext(tx, {
      memberId: own.memberId,
      meeting: target,
      moved: booking.id,
      now,
    });
    if (context === null) throw appError('UNAUTHENTICATED');
    const refusal = findViolation(withoutReservation(context, booking, target), target, now);
    if (refusal !== null) throw refusal;
    const moved = { ...booking, date: target.date, slot: target.time };
    // A claim must match its reservation's date and slot at the end of every statement.
    await releaseSlot(tx, booking.id, now);
    await updateReservation(tx, booking.id, { date: moved.date, slot: moved.slot });
    await claimSlot(tx, moved, booking.id, now, own.memberId);
    const { memberId: actorId } = own;
    await recordEvent(tx, booking, {
      actor: 'MEMBER',
      actorId,
      action: 'MOVED',
      reason: '',
      occurredAt: now,
    });
    const { messages } = context;
    commitWith(queueReservationMessages(tx, moved, { messages, action: 'MOVED', actor: 'MEMBER', now }));
    return moved;
  });

import { refuse } from '#contract/errors.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { reservationEndpoints } from '#contract/reservations.ts';
import type { Db } from '#server/db/connection.ts';
import { freeSlot } from '#server/db/free-slot.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { addEvent } from './add-event.ts';
import { asSeen, hasChanged, updateBooking } from './change-booking.ts';
import { lockOwnBooking, requireChangeable } from './change-own-booking.ts';
import type { OwnBooking } from './change-own-booking.ts';
import type { ChangeTerms } from './change-window.ts';
import type { ReservationRow } from './present-reservation.ts';

type CancelReservationInput = BodyOf<typeof reservationEndpoints.cancelReservation>;

/** Cancels a member's booking, idempotently. Refuses NOT_FOUND, CHANGED_MEANWHILE, NOT_BOOKED, CHANGE_TOO_LATE. */
export const cancelReservation = (
  db: Db,
  own: OwnBooking,
  { reason, seen }: CancelReservationInput,
  terms: ChangeTerms,
): Promise<ReservationRow> =>
  retryTransaction(() =>
    db.transaction(async (tx) => {
      const booking = await lockOwnBooking(tx, own);
      if (booking.state === 'CANCELLED') return booking;
      if (hasChanged(booking, asSeen(booking, seen))) throw refuse('CHANGED_MEANWHILE');
      requireChangeable(booking, terms);
      const { now } = terms;
      await updateBooking(tx, booking.id, { state: 'CANCELLED' });
      await freeSlot(tx, booking.id, now);
      const { memberId: actorId } = own;
      await addEvent(tx, booking, { actor: 'MEMBER', actorId, action: 'CANCELLED', reason, at: now });
      return { ...booking, state: 'CANCELLED' };
    }),
  );

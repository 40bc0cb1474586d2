import { eq } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import type { SeenBooking } from '#contract/reservations.ts';
import type { Db } from '#server/db/connection.ts';
import { freeSlot } from '#server/db/free-slot.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { reservations } from '#server/db/schema.ts';
import { addEvent } from './add-event.ts';
import { asSeen, hasChanged } from './change-booking.ts';
import { lockOwnBooking, requireChangeable } from './change-own-booking.ts';
import type { OwnBooking } from './change-own-booking.ts';
import type { ChangeTerms } from './change-window.ts';
import type { ReservationRow } from './present-reservation.ts';

interface Wish {
  readonly reason: string;
  /** What the member's screen showed, when it says so. */
  readonly seen?: SeenBooking | undefined;
}

/**
 * A member calls a meeting off: the booking stays, with its history, and its slot is free at once. One that is cancelled
 * already is answered as it is, so that a second click frightens nobody; one that the studio moved since it was seen stays.
 * Refuses NOT_FOUND, CHANGED_MEANWHILE, NOT_BOOKED, CHANGE_TOO_LATE.
 */
export const cancelReservation = (
  db: Db,
  own: OwnBooking,
  { reason, seen }: Wish,
  terms: ChangeTerms,
): Promise<ReservationRow> =>
  retryTransaction(() =>
    db.transaction(async (tx) => {
      const booking = await lockOwnBooking(tx, own);
      if (booking.state === 'CANCELLED') return booking;
      if (hasChanged(booking, asSeen(booking, seen))) throw refuse('CHANGED_MEANWHILE');
      requireChangeable(booking, terms);
      const { now } = terms;
      await tx.update(reservations).set({ state: 'CANCELLED' }).where(eq(reservations.id, booking.id));
      await freeSlot(tx, booking.id, now);
      const { memberId: actorId } = own;
      await addEvent(tx, booking, { actor: 'MEMBER', actorId, action: 'CANCELLED', reason, at: now });
      return { ...booking, state: 'CANCELLED' };
    }),
  );

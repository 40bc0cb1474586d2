import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { freeSlot } from '#server/db/free-slot.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { reservations } from '#server/db/schema.ts';
import { lockOwnBooking, recordOwnChange, requireChangeable } from './change-own-booking.ts';
import type { OwnBooking } from './change-own-booking.ts';
import type { ChangeTerms } from './change-window.ts';
import type { ReservationRow } from './present-reservation.ts';

/**
 * A member calls a meeting off: the booking stays, with its history, and its slot is free at once. One that is cancelled
 * already is answered as it is, so that a second click frightens nobody. Refuses NOT_FOUND, NOT_BOOKED, CHANGE_TOO_LATE.
 */
export const cancelReservation = (
  db: Db,
  own: OwnBooking,
  reason: string,
  terms: ChangeTerms,
): Promise<ReservationRow> =>
  retryTransaction(() =>
    db.transaction(async (tx) => {
      const booking = await lockOwnBooking(tx, own);
      if (booking.state === 'CANCELLED') return booking;
      requireChangeable(booking, terms);
      const { now } = terms;
      await tx.update(reservations).set({ state: 'CANCELLED' }).where(eq(reservations.id, booking.id));
      await freeSlot(tx, booking.id, now);
      await recordOwnChange(tx, booking, { action: 'CANCELLED', reason, now });
      return { ...booking, state: 'CANCELLED' };
    }),
  );

import { and, eq } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import type { Db } from '#server/db/connection.ts';
import { reservationEvents, reservations } from '#server/db/schema.ts';
import { isTooLateToChange } from './change-window.ts';
import type { ChangeTerms } from './change-window.ts';
import type { ReservationRow } from './present-reservation.ts';

/** Which booking of which member. */
export interface OwnBooking {
  readonly memberId: string;
  readonly id: number;
}

/** Reads a member's booking under its lock, where it waits for whoever changes it: the studio, or another tab. */
export const lockOwnBooking = async (
  tx: Pick<Db, 'select'>,
  { memberId, id }: OwnBooking,
): Promise<ReservationRow> => {
  const [booking] = await tx
    .select()
    .from(reservations)
    .where(and(eq(reservations.id, id), eq(reservations.memberId, memberId)))
    .for('update');
  if (booking === undefined) throw refuse('NOT_FOUND');
  return booking;
};

export const requireChangeable = (booking: ReservationRow, terms: ChangeTerms): void => {
  if (booking.state !== 'BOOKED') throw refuse('NOT_BOOKED');
  if (isTooLateToChange(booking, terms)) throw refuse('CHANGE_TOO_LATE');
};

interface OwnChange {
  readonly action: 'MOVED' | 'CANCELLED';
  readonly reason: string;
  readonly now: Date;
}

/** One line in the booking's history; `booking` as it was before. */
export const recordOwnChange = async (
  tx: Pick<Db, 'insert'>,
  { id, memberId, date, slot }: ReservationRow,
  { action, reason, now }: OwnChange,
): Promise<void> => {
  await tx.insert(reservationEvents).values({
    reservationId: id,
    action,
    actor: 'MEMBER',
    actorId: memberId,
    date,
    slot,
    reason,
    at: now,
  });
};

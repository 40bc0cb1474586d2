import { and, eq } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import type { Db } from '#server/db/connection.ts';
import { reservations } from '#server/db/schema.ts';
import { isTooLateToChange } from './change-window.ts';
import type { ChangeTerms } from './change-window.ts';
import type { ReservationRow } from './present-reservation.ts';

export interface OwnBooking {
  readonly memberId: string;
  readonly id: number;
}

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

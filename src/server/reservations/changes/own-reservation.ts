import { and, eq } from 'drizzle-orm';
import { appError } from '#contract/errors.ts';
import type { Db } from '#server/db/database.ts';
import { reservations } from '#server/db/schema.ts';
import { isPastChangeDeadline } from './change-deadline.ts';
import type { ChangePolicy } from './change-deadline.ts';
import type { ReservationRow } from '#server/reservations/present-reservation.ts';

export interface OwnReservationId {
  readonly memberId: string;
  readonly id: number;
}

export const lockOwnReservation = async (
  tx: Pick<Db, 'select'>,
  { memberId, id }: OwnReservationId,
): Promise<ReservationRow> => {
  const [booking] = await tx
    .select()
    .from(reservations)
    .where(and(eq(reservations.id, id), eq(reservations.memberId, memberId)))
    .for('update');
  if (booking === undefined) throw appError('NOT_FOUND');
  return booking;
};

export const assertChangeable = (booking: ReservationRow, terms: ChangePolicy): void => {
  if (booking.state !== 'BOOKED') throw appError('NOT_BOOKED');
  if (isPastChangeDeadline(booking, terms)) throw appError('CHANGE_TOO_LATE');
};

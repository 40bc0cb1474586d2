import { eq } from 'drizzle-orm';
import { appError } from '#contract/errors.ts';
import type { ExpectedReservation } from '#contract/reservations.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { reservations } from '#server/db/schema.ts';
import type { ReservationRow } from '#server/reservations/present-reservation.ts';

export const readReservation = async (db: Pick<Db, 'select'>, id: number): Promise<ReservationRow> => {
  const [booking] = await db.select().from(reservations).where(eq(reservations.id, id));
  if (booking === undefined) throw appError('NOT_FOUND');
  return booking;
};

/** The reservation as it was shown to the admin, if the request says so. */
export const expectedRow = (booking: ReservationRow, seen: ExpectedReservation | undefined): ReservationRow =>
  seen === undefined ? booking : { ...booking, state: seen.state, date: seen.date, slot: seen.time };

export const isStale = (booking: ReservationRow, seen: ReservationRow): boolean =>
  booking.state !== seen.state || booking.date !== seen.date || booking.slot !== seen.slot;

/**
 * Changes a reservation under its row lock if it still has the expected state. Does nothing when a concurrent change already had
 * the same effect (`isDone`); otherwise throws CHANGED_MEANWHILE.
 */
export const updateWithExpectedState = async (
  db: Db,
  seen: ReservationRow,
  isDone: (booking: ReservationRow) => boolean,
  work: (tx: Tx) => Promise<void>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const [booking] = await tx.select().from(reservations).where(eq(reservations.id, seen.id)).for('update');
    if (booking === undefined) throw appError('NOT_FOUND');
    if (isStale(booking, seen)) {
      if (isDone(booking)) return;
      throw appError('CHANGED_MEANWHILE');
    }
    await work(tx);
  });

export const updateReservation = async (
  tx: Pick<Db, 'update'>,
  id: number,
  values: Partial<Pick<ReservationRow, 'state' | 'date' | 'slot'>>,
): Promise<void> => {
  await tx.update(reservations).set(values).where(eq(reservations.id, id));
};

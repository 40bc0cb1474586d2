import { eq } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import type { SeenBooking } from '#contract/reservations.ts';
import type { Db } from '#server/db/connection.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { reservations } from '#server/db/schema.ts';
import type { ReservationRow } from './present-reservation.ts';

export type Tx = Pick<Db, 'select' | 'insert' | 'update' | 'delete' | 'execute' | '$count'>;

export const readBooking = async (db: Pick<Db, 'select'>, id: number): Promise<ReservationRow> => {
  const [booking] = await db.select().from(reservations).where(eq(reservations.id, id));
  if (booking === undefined) throw refuse('NOT_FOUND');
  return booking;
};

/** The booking as who changes it saw it on their screen; as it is, when they do not say. */
export const asSeen = (booking: ReservationRow, seen: SeenBooking | undefined): ReservationRow =>
  seen === undefined ? booking : { ...booking, state: seen.state, date: seen.date, slot: seen.time };

/** Whether what a change was decided by is no longer so. */
export const hasChanged = (booking: ReservationRow, seen: ReservationRow): boolean =>
  booking.state !== seen.state || booking.date !== seen.date || booking.slot !== seen.slot;

/**
 * Runs a change of a booking under its lock, if the booking still is what the admin decided by; resolves to what the work
 * answers. Of two who change it at once one wins; the other's is done (null) when it wanted the same (`isDone`), else
 * refused CHANGED_MEANWHILE.
 */
export const changeBooking = async <T extends object>(
  db: Db,
  seen: ReservationRow,
  isDone: (booking: ReservationRow) => boolean,
  work: (tx: Tx) => Promise<T>,
): Promise<T | null> =>
  retryTransaction(() =>
    db.transaction(async (tx) => {
      const [booking] = await tx
        .select()
        .from(reservations)
        .where(eq(reservations.id, seen.id))
        .for('update');
      if (booking === undefined) throw refuse('NOT_FOUND');
      if (hasChanged(booking, seen)) {
        if (isDone(booking)) return null;
        throw refuse('CHANGED_MEANWHILE');
      }
      return work(tx);
    }),
  );

/** Sets what changes in a booking's row. */
export const updateBooking = async (
  tx: Pick<Db, 'update'>,
  id: number,
  values: Partial<Pick<ReservationRow, 'state' | 'date' | 'slot'>>,
): Promise<void> => {
  await tx.update(reservations).set(values).where(eq(reservations.id, id));
};

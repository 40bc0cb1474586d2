import { eq } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import type { ReservationAction } from '#contract/reservations.ts';
import type { Db } from '#server/db/connection.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { reservationEvents, reservations } from '#server/db/schema.ts';
import type { Change } from '#server/http/record-audit.ts';
import type { ReservationRow } from './present-reservation.ts';

export type Tx = Pick<Db, 'select' | 'insert' | 'update' | 'delete' | 'execute' | '$count'>;

export const readBooking = async (db: Pick<Db, 'select'>, id: number): Promise<ReservationRow> => {
  const [booking] = await db.select().from(reservations).where(eq(reservations.id, id));
  if (booking === undefined) throw refuse('NOT_FOUND');
  return booking;
};

/**
 * Runs a change of a booking under its lock, if the booking still is what the admin's decision was judged by. Of two who
 * change it at once one wins; the other's is done when it wanted the same (`isDone`), else refused CHANGED_MEANWHILE.
 */
export const changeBooking = async (
  db: Db,
  seen: ReservationRow,
  isDone: (booking: ReservationRow) => boolean,
  work: (tx: Tx) => Promise<void>,
): Promise<boolean> =>
  retryTransaction(() =>
    db.transaction(async (tx) => {
      const [booking] = await tx
        .select()
        .from(reservations)
        .where(eq(reservations.id, seen.id))
        .for('update');
      if (booking === undefined) throw refuse('NOT_FOUND');
      const { state, date, slot } = booking;
      if (state !== seen.state || date !== seen.date || slot !== seen.slot) {
        if (isDone(booking)) return false;
        throw refuse('CHANGED_MEANWHILE');
      }
      await work(tx);
      return true;
    }),
  );

/** One line in the booking's history; `booking` as it was before. */
export const addEvent = async (
  tx: Pick<Db, 'insert'>,
  { id, date, slot }: ReservationRow,
  { member, now }: Change,
  { action, reason }: { action: ReservationAction; reason: string },
): Promise<void> => {
  await tx.insert(reservationEvents).values({
    reservationId: id,
    action,
    actor: 'ADMIN',
    actorId: member.id,
    date,
    slot,
    reason,
    at: now,
  });
};

/** Sets what changes in a booking's row. */
export const updateBooking = async (
  tx: Pick<Db, 'update'>,
  id: number,
  values: Partial<Pick<ReservationRow, 'state' | 'date' | 'slot'>>,
): Promise<void> => {
  await tx.update(reservations).set(values).where(eq(reservations.id, id));
};

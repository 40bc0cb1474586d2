import { refuse } from '#contract/errors.ts';
import type { Db } from '#server/db/connection.ts';
import { reservations } from '#server/db/schema.ts';
import { takeSlot } from './claim-slot.ts';
import type { Claimant } from './claim-slot.ts';
import type { ReservationRow } from './present-reservation.ts';

type NewReservation = typeof reservations.$inferInsert & { readonly createdAt: Date };

/** Inserts a booking and claims its slot. Refuses SLOT_TAKEN, which rolls the transaction back. */
export const insertReservation = async (
  tx: Pick<Db, 'insert' | 'execute'>,
  values: NewReservation,
  claimant: Claimant,
): Promise<ReservationRow> => {
  const [reservation] = await tx.insert(reservations).values(values).returning();
  if (reservation === undefined) throw new Error('no reservation was inserted');
  if (!(await takeSlot(tx, reservation, reservation.id, values.createdAt, claimant)))
    throw refuse('SLOT_TAKEN');
  return reservation;
};

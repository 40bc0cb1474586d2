import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/database.ts';
import { definePrepared } from '#server/db/define-prepared.ts';
import { reservations } from '#server/db/schema.ts';
import { claimInsertedSlot, type Claimant } from '#server/reservations/slots/claim-slot.ts';
import type { ReservationRow } from '#server/reservations/present-reservation.ts';

type NewReservation = typeof reservations.$inferInsert & { readonly createdAt: Date };

const { placeholder } = sql;

const insert = definePrepared((db) =>
  db
    .insert(reservations)
    .values({
      code: placeholder('code'),
      memberId: placeholder('memberId'),
      guestName: placeholder('guestName'),
      guestPhone: placeholder('guestPhone'),
      shootType: placeholder('shootType'),
      date: placeholder('date'),
      slot: placeholder('slot'),
      desiredShootDate: placeholder('desiredShootDate'),
      location: placeholder('location'),
      notes: placeholder('notes'),
      createdAt: placeholder('createdAt'),
      packageVersionId: placeholder('packageVersionId'),
    })
    .returning({ id: reservations.id, state: reservations.state })
    .prepare('insert_reservation'),
);

/** Inserts a reservation and claims its slot. Throws SLOT_TAKEN, and SLOT_NOT_OFFERED when the date does not offer the slot; both roll the transaction back. */
export const insertReservation = async (
  tx: Tx,
  values: NewReservation,
  claimant: Claimant,
): Promise<ReservationRow> => {
  const optional = { memberId: null, guestName: null, guestPhone: null, packageVersionId: null };
  const row = { ...optional, ...values };
  const [[inserted]] = await Promise.all([
    insert(tx).execute(row),
    claimInsertedSlot(tx, values, values.createdAt, claimant),
  ]);
  if (inserted === undefined) throw new Error('no reservation was inserted');
  return { ...row, ...inserted };
};

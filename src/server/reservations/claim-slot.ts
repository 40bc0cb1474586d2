import { and, eq, gt, inArray, lte, ne, or, sql } from 'drizzle-orm';
import type { Slot } from '#contract/slots.ts';
import type { Db } from '#server/db/connection.ts';
import { slotClaims } from '#server/db/schema.ts';

type Tx = Pick<Db, 'delete' | 'execute'>;

interface Meeting {
  readonly date: string;
  readonly slot: Slot;
}

/**
 * Claims a slot for a booking that stands in the table already. False when another has it; a hold that is over has
 * nothing, nor has that of the `holder`.
 */
export const takeSlot = async (
  tx: Tx,
  { date, slot }: Meeting,
  reservationId: number,
  now: Date,
  holder: string | null = null,
): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    insert into slot_claims (date, slot, kind, reservation_id, created_at)
    values (${date}, ${slot}, 'BOOKED', ${reservationId}, ${now.toISOString()})
    on conflict (date, slot) do update
      set kind = 'BOOKED', reservation_id = excluded.reservation_id, created_at = excluded.created_at,
        held_by = null, held_until = null
      where slot_claims.kind = 'HELD'
        and (slot_claims.held_by = ${holder}::uuid or slot_claims.held_until <= excluded.created_at)
    returning 1
  `);
  return rows.length > 0;
};

/** Whether a slot has an owner at this moment; a hold that is over owns nothing. */
export const isTaken = async (
  tx: Pick<Db, '$count'>,
  { date, slot }: Meeting,
  now: Date,
): Promise<boolean> => {
  const isOwned = or(ne(slotClaims.kind, 'HELD'), gt(slotClaims.heldUntil, now));
  return (
    (await tx.$count(slotClaims, and(eq(slotClaims.date, date), eq(slotClaims.slot, slot), isOwned))) > 0
  );
};

interface Range {
  readonly from: string;
  readonly to: string;
  readonly timeSlots: readonly Slot[];
}

/** The condition of claims within these dates and slots. */
export const isWithin = ({ from, to, timeSlots }: Range) =>
  and(
    sql`${slotClaims.date} between ${from}::date and ${to}::date`,
    inArray(slotClaims.slot, [...timeSlots]),
  );

/** Holds that are over keep nobody out, but their rows would stand in the way of an insert that leaves conflicts alone. */
export const dropOverdueHolds = async (tx: Tx, range: Range, now: Date): Promise<void> => {
  await tx
    .delete(slotClaims)
    .where(and(isWithin(range), eq(slotClaims.kind, 'HELD'), lte(slotClaims.heldUntil, now)));
};

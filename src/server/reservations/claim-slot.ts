import { and, eq, gt, inArray, ne, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Slot } from '#contract/slots.ts';
import type { Db } from '#server/db/connection.ts';
import { slotClaims } from '#server/db/schema.ts';

interface Meeting {
  readonly date: string;
  readonly slot: Slot;
}

/** Who claims: the id of a member, or `STUDIO`. */
export type Claimant = string;

/** The condition of claims that keep others out at this moment: a hold that is over owns nothing. */
export const isLiveClaim = (now: Date) => or(ne(slotClaims.kind, 'HELD'), gt(slotClaims.heldUntil, now));

/**
 * What `insert into slot_claims` does about a claim that stands there: only a hold gives way, to its own member and to
 * whoever comes once it is over. The studio waits for no form: nobody keeps it out of its calendar by choosing a slot.
 */
export const takeOver = (now: Date, claimant: Claimant): SQL => {
  const mayTake =
    claimant === 'STUDIO'
      ? sql`true`
      : sql`(slot_claims.held_by = ${claimant}::uuid or slot_claims.held_until <= ${now.toISOString()}::timestamptz)`;
  return sql`on conflict (date, slot) do update
    set kind = excluded.kind, reservation_id = excluded.reservation_id, closure_id = excluded.closure_id,
      held_by = excluded.held_by, held_until = excluded.held_until, created_at = excluded.created_at
    where slot_claims.kind = 'HELD' and ${mayTake}`;
};

/** Claims a slot for a booking that stands in the table already. False when another has it. */
export const takeSlot = async (
  tx: Pick<Db, 'execute'>,
  { date, slot }: Meeting,
  reservationId: number,
  now: Date,
  claimant: Claimant,
): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    insert into slot_claims (date, slot, kind, reservation_id, created_at)
    values (${date}, ${slot}, 'BOOKED', ${reservationId}, ${now.toISOString()})
    ${takeOver(now, claimant)}
    returning 1
  `);
  return rows.length > 0;
};

/** Whether a booking or a block has the slot: what the studio, too, has to leave alone. */
export const isTaken = async (tx: Pick<Db, '$count'>, { date, slot }: Meeting): Promise<boolean> =>
  (await tx.$count(
    slotClaims,
    and(eq(slotClaims.date, date), eq(slotClaims.slot, slot), ne(slotClaims.kind, 'HELD')),
  )) > 0;

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

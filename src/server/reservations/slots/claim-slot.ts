import { and, eq, gt, inArray, ne, or, sql } from 'drizzle-orm';
import type { Placeholder, SQL } from 'drizzle-orm';
import type { Slot } from '#contract/slots.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { definePrepared } from '#server/db/define-prepared.ts';
import { slotClaims } from '#server/db/schema.ts';

interface Meeting {
  readonly date: string;
  readonly slot: Slot;
}

export interface SlotRange {
  readonly from: string;
  readonly to: string;
  readonly timeSlots: readonly Slot[];
}

/** The claiming member's id, or `STUDIO`. */
export type Claimant = string;

const { placeholder } = sql;
const memberOf = (claimant: Claimant): string | null => (claimant === 'STUDIO' ? null : claimant);

/** Matches an existing claim that this member, or the studio (null), may replace. */
const mayReplace = (now: string | Placeholder, memberId: string | Placeholder | null): SQL => sql`
  slot_claims.kind = 'HELD' and (${memberId}::uuid is null or slot_claims.held_by = ${memberId}::uuid
    or slot_claims.held_until <= ${now}::timestamptz)`;

/** Matches claims that are active, excluding expired holds. */
export const isActiveClaim = (now: Date) => or(ne(slotClaims.kind, 'HELD'), gt(slotClaims.heldUntil, now));

/**
 * The conflict clause of a claim. Only a hold is replaced: by its own member, by anyone once it has expired, by the studio
 * always.
 */
export const replaceHoldOnConflict = (
  now: Date,
  claimant: Claimant,
): SQL => sql`on conflict (date, slot) do update
  set kind = excluded.kind, reservation_id = excluded.reservation_id, closure_id = excluded.closure_id,
    held_by = excluded.held_by, held_until = excluded.held_until, created_at = excluded.created_at
  where ${mayReplace(now.toISOString(), memberOf(claimant))}`;

const claimBookedSlot = definePrepared((db) =>
  db
    .insert(slotClaims)
    .values({
      date: placeholder('date'),
      slot: placeholder('slot'),
      kind: 'BOOKED',
      reservationId: placeholder('reservationId'),
      createdAt: placeholder('createdAt'),
    })
    .onConflictDoUpdate({
      target: [slotClaims.date, slotClaims.slot],
      set: {
        kind: 'BOOKED',
        reservationId: sql`excluded.reservation_id`,
        heldBy: null,
        heldUntil: null,
        createdAt: sql`excluded.created_at`,
      },
      setWhere: mayReplace(placeholder('now'), placeholder('memberId')),
    })
    .returning({ reservationId: slotClaims.reservationId })
    .prepare('claim_slot'),
);

/** Claims a slot for an existing reservation. False when it is taken. */
export const claimSlot = async (
  tx: Tx,
  { date, slot }: Meeting,
  reservationId: number,
  now: Date,
  claimant: Claimant,
): Promise<boolean> => {
  const claims = await claimBookedSlot(tx).execute({
    date,
    slot,
    reservationId,
    createdAt: now,
    now: now.toISOString(),
    memberId: memberOf(claimant),
  });
  return claims.length > 0;
};

/** Blocks every free or held slot of the range in one statement; returns how many. */
export const blockSlots = async (
  tx: Pick<Db, 'execute'>,
  { from, to, timeSlots }: SlotRange,
  now: Date,
): Promise<number> => {
  // Sorted, so that two concurrent ranges cannot deadlock.
  const { rows } = await tx.execute(sql`
    insert into slot_claims (date, slot, kind, created_at)
    select ${from}::date + day, slot, 'BLOCKED', ${now.toISOString()}::timestamptz
    from generate_series(0, ${to}::date - ${from}::date) as day
      cross join unnest(${sql.param([...timeSlots])}::text[]) as slot
    order by 1, 2
    ${replaceHoldOnConflict(now, 'STUDIO')}
    returning 1
  `);
  return rows.length;
};

/** Whether the slot has a reservation or a block. */
export const isTaken = async (tx: Pick<Db, '$count'>, { date, slot }: Meeting): Promise<boolean> =>
  (await tx.$count(
    slotClaims,
    and(eq(slotClaims.date, date), eq(slotClaims.slot, slot), ne(slotClaims.kind, 'HELD')),
  )) > 0;

export const isWithin = ({ from, to, timeSlots }: SlotRange) =>
  and(
    sql`${slotClaims.date} between ${from}::date and ${to}::date`,
    inArray(slotClaims.slot, [...timeSlots]),
  );

import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Slot } from '#contract/slots.ts';
import { closureMatches } from './release-slot.ts';
import { slotClaims } from '#server/db/schema.ts';
import type { Tx } from '#server/db/database.ts';

/** Frees blocked slots of a day, the given ones or all, permanently, also from recurring closures. Returns the slots and their closures. */
export const unblockSlots = async (tx: Tx, date: string, timeSlots?: readonly Slot[]) => {
  // Locked before the claims, in the same order as in `deleteClosure`.
  await tx.execute(sql`
    select from closures where weekday = extract(isodow from ${date}::date) order by id for key share
  `);
  const freed = await tx
    .delete(slotClaims)
    .where(
      and(
        eq(slotClaims.date, date),
        timeSlots === undefined ? undefined : inArray(slotClaims.slot, [...timeSlots]),
        eq(slotClaims.kind, 'BLOCKED'),
      ),
    )
    .returning({ slot: slotClaims.slot, closureId: slotClaims.closureId });
  if (freed.length > 0)
    await tx.execute(sql`
      insert into closure_exceptions (closure_id, date, slot)
      select closures.id, ${date}::date, freed.slot
      from unnest(${sql.param(freed.map(({ slot }) => slot))}::text[]) as freed (slot)
        join closures on ${closureMatches(sql`${date}::date`, sql`freed.slot`)}
      on conflict do nothing
    `);
  return freed;
};

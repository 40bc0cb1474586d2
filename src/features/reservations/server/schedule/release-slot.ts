import { eq, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#platform/server/db/database.ts';
import { slotClaims, type SlotOfDay } from '../tables.ts';

/** Matches rows of `closures` that cover this slot, except where an admin opened it. */
export const closureMatches = (date: SQL, slot: SQL): SQL => sql`(
  closures.weekday = extract(isodow from ${date}) and ${slot} = any(closures.slots)
  and ${date} between closures.from_date and coalesce(closures.until_date, ${date})
  and not exists (
    select from closure_exceptions as opening
    where opening.closure_id = closures.id and opening.date = ${date} and opening.slot = ${slot}
  )
)`;

/**
 * Claims freed slots for recurring closures that cover them; returns the claimed slots. The closures are locked against deletion,
 * because a claim of a deleted closure would violate its foreign key.
 */
export const reapplyClosures = async (
  tx: Tx,
  freed: readonly SlotOfDay[],
  now: Date,
): Promise<SlotOfDay[]> => {
  if (freed.length === 0) return [];
  const dates = sql.param(freed.map(({ date }) => date));
  const { rows } = await tx.execute<SlotOfDay>(sql`
    with closures as (
      select * from closures where weekday in (select extract(isodow from date) from unnest(${dates}::date[]) as date)
      order by id for key share
    )
    insert into slot_claims (date, slot, kind, closure_id, created_at)
    select distinct on (freed.date, freed.slot)
      freed.date, freed.slot, 'BLOCKED', closures.id, ${now.toISOString()}::timestamptz
    from unnest(${dates}::date[], ${sql.param(freed.map(({ slot }) => slot))}::text[]) as freed (date, slot)
      join closures on ${closureMatches(sql`freed.date`, sql`freed.slot`)}
    order by freed.date, freed.slot, closures.id
    on conflict do nothing
    returning date::text, slot
  `);
  return rows;
};

/** Releases the slot of a reservation. The slot becomes free, or blocked by a recurring closure that covers it. */
export const releaseSlot = async (tx: Tx, reservationId: number, now: Date): Promise<void> => {
  const freed = await tx
    .delete(slotClaims)
    .where(eq(slotClaims.reservationId, reservationId))
    .returning({ date: slotClaims.date, slot: slotClaims.slot });
  await reapplyClosures(tx, freed, now);
};

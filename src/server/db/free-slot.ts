import { eq, sql } from 'drizzle-orm';
import type { Db } from './connection.ts';
import { slotClaims } from './schema.ts';

/**
 * Gives the slot of a booking back at once: to everyone, or to the recurring closure that only this booking stood in the
 * way of, so that nobody books a day on which the studio is closed.
 */
export const freeSlot = async (
  tx: Pick<Db, 'delete' | 'execute'>,
  reservationId: number,
  now: Date,
): Promise<void> => {
  const freed = await tx
    .delete(slotClaims)
    .where(eq(slotClaims.reservationId, reservationId))
    .returning({ date: slotClaims.date, slot: slotClaims.slot });
  for (const { date, slot } of freed) {
    await tx.execute(sql`
      insert into slot_claims (date, slot, kind, closure_id, created_at)
      select ${date}::date, ${slot}, 'BLOCKED', id, ${now.toISOString()}::timestamptz
      from closures
      where weekday = extract(isodow from ${date}::date) and ${slot} = any(slots)
        and ${date}::date between from_date and coalesce(until_date, ${date}::date)
      order by id limit 1
      on conflict (date, slot) do nothing
    `);
  }
};

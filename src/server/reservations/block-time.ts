import { and, eq, sql } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import type { Slot } from '#contract/slots.ts';
import type { Db } from '#server/db/connection.ts';
import { slotClaims } from '#server/db/schema.ts';

export interface BlockedTime {
  readonly date: string;
  readonly timeSlot: Slot;
}

/** Takes a slot out of the calendar. One statement, so that it never looks at a state that a booking is about to change. */
export const blockTime = async (db: Db, { date, timeSlot }: BlockedTime, now: Date): Promise<void> => {
  if (date < seoulDate(now)) throw refuse('DATE_UNAVAILABLE');
  const [claim] = await db
    .insert(slotClaims)
    .values({ date, slot: timeSlot, kind: 'BLOCKED', createdAt: now })
    // Changes nothing, but answers whose the slot is.
    .onConflictDoUpdate({
      target: [slotClaims.date, slotClaims.slot],
      set: { kind: sql`${slotClaims.kind}` },
    })
    .returning({ kind: slotClaims.kind });
  if (claim?.kind !== 'BLOCKED') throw refuse('SLOT_BOOKED');
};

/** Gives a blocked slot back; harmless when it is free. Never frees a booking. */
export const unblockTime = async (db: Db, { date, timeSlot }: BlockedTime): Promise<void> => {
  const isThisSlot = and(eq(slotClaims.date, date), eq(slotClaims.slot, timeSlot));
  const freed = await db
    .delete(slotClaims)
    .where(and(isThisSlot, eq(slotClaims.kind, 'BLOCKED')))
    .returning({ slot: slotClaims.slot });
  if (freed.length > 0) return;
  const [claim] = await db.select({ kind: slotClaims.kind }).from(slotClaims).where(isThisSlot);
  if (claim?.kind === 'BOOKED') throw refuse('SLOT_BOOKED');
};

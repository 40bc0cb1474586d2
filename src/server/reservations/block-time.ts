import { and, eq } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import type { Slot } from '#contract/slots.ts';
import type { Db } from '#server/db/connection.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { slotClaims } from '#server/db/schema.ts';
import { recordAudit } from '#server/http/record-audit.ts';
import type { Change } from '#server/http/record-audit.ts';
import { claimBlocks } from './claim-slot.ts';
import { openSlots } from './open-slots.ts';

export interface BlockedTime {
  readonly date: string;
  readonly timeSlot: Slot;
}

const isThis = ({ date, timeSlot }: BlockedTime) =>
  and(eq(slotClaims.date, date), eq(slotClaims.slot, timeSlot));
const targetOf = ({ date, timeSlot }: BlockedTime): string => `slot:${date}.${timeSlot}`;

/** Blocks a slot, also while a member holds it. A block by hand outlives the recurring closure that made it. Refuses SLOT_BOOKED. */
export const blockTime = async (db: Db, target: BlockedTime, change: Change): Promise<void> => {
  const { now } = change;
  const { date, timeSlot: slot } = target;
  if (date < seoulDate(now)) throw refuse('DATE_UNAVAILABLE');
  await retryTransaction(() =>
    db.transaction(async (tx) => {
      if ((await claimBlocks(tx, { from: date, to: date, timeSlots: [slot] }, now)) > 0) {
        await recordAudit(tx, change, { action: 'BLOCK_SLOT', target: targetOf(target) });
        return;
      }
      // The conflicting claim is locked by the insert.
      const [block] = await tx
        .update(slotClaims)
        .set({ closureId: null })
        .where(and(isThis(target), eq(slotClaims.kind, 'BLOCKED')))
        .returning({ kind: slotClaims.kind });
      if (block === undefined) throw refuse('SLOT_BOOKED');
    }),
  );
};

/** Frees a blocked slot, and never a booking or a hold. Refuses SLOT_BOOKED. */
export const unblockTime = async (db: Db, target: BlockedTime, change: Change): Promise<void> =>
  retryTransaction(() =>
    db.transaction(async (tx) => {
      const [block] = await openSlots(tx, target.date, [target.timeSlot]);
      if (block !== undefined) {
        const before = { closureId: block.closureId };
        await recordAudit(tx, change, { action: 'UNBLOCK_SLOT', target: targetOf(target), before });
        return;
      }
      const [claim] = await tx.select({ kind: slotClaims.kind }).from(slotClaims).where(isThis(target));
      if (claim?.kind === 'BOOKED') throw refuse('SLOT_BOOKED');
    }),
  );

import { and, eq, sql } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import type { Slot } from '#contract/slots.ts';
import type { Db } from '#server/db/connection.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { slotClaims } from '#server/db/schema.ts';
import { recordAudit } from '#server/http/record-audit.ts';
import type { Change } from '#server/http/record-audit.ts';
import { dropOverdueHolds } from './claim-slot.ts';

export interface BlockedTime {
  readonly date: string;
  readonly timeSlot: Slot;
}

const isThis = ({ date, timeSlot }: BlockedTime) =>
  and(eq(slotClaims.date, date), eq(slotClaims.slot, timeSlot));
const targetOf = ({ date, timeSlot }: BlockedTime): string => `slot:${date}.${timeSlot}`;

const HELD = '손님이 예약을 적고 있는 시간입니다. 잠시 뒤 다시 시도해 주세요.';

/**
 * Takes a slot out of the calendar, if nobody has it; harmless when it is blocked. One statement, so that it never looks at
 * a state that a booking is about to change. A block by hand outlives the recurring closure that made it.
 */
export const blockTime = async (db: Db, target: BlockedTime, change: Change): Promise<void> => {
  const { now } = change;
  const { date, timeSlot: slot } = target;
  if (date < seoulDate(now)) throw refuse('DATE_UNAVAILABLE');
  await retryTransaction(() =>
    db.transaction(async (tx) => {
      await dropOverdueHolds(tx, { from: date, to: date, timeSlots: [slot] }, now);
      const [claim] = await tx
        .insert(slotClaims)
        .values({ date, slot, kind: 'BLOCKED', createdAt: now })
        // Changes no owner, but answers whose the slot is.
        .onConflictDoUpdate({ target: [slotClaims.date, slotClaims.slot], set: { closureId: null } })
        .returning({ kind: slotClaims.kind, isNew: sql<boolean>`xmax = 0` });
      if (claim?.kind === 'HELD') throw refuse('SLOT_BOOKED', { message: HELD });
      if (claim?.kind !== 'BLOCKED') throw refuse('SLOT_BOOKED');
      if (claim.isNew) await recordAudit(tx, change, { action: 'BLOCK_SLOT', target: targetOf(target) });
    }),
  );
};

/** Gives a blocked slot back; harmless when it is free. Never frees a booking, nor a slot that a member holds. */
export const unblockTime = async (db: Db, target: BlockedTime, change: Change): Promise<void> =>
  retryTransaction(() =>
    db.transaction(async (tx) => {
      const [block] = await tx
        .delete(slotClaims)
        .where(and(isThis(target), eq(slotClaims.kind, 'BLOCKED')))
        .returning({ closureId: slotClaims.closureId });
      if (block !== undefined) {
        await recordAudit(tx, change, { action: 'UNBLOCK_SLOT', target: targetOf(target), before: block });
        return;
      }
      const [claim] = await tx.select({ kind: slotClaims.kind }).from(slotClaims).where(isThis(target));
      if (claim?.kind === 'BOOKED') throw refuse('SLOT_BOOKED');
    }),
  );

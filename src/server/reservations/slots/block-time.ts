import { and, eq } from 'drizzle-orm';
import { appError } from '#contract/errors.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import type { Slot } from '#contract/slots.ts';
import type { Db } from '#server/db/database.ts';
import { slotClaims } from '#server/db/schema.ts';
import { recordAudit, type AuditContext } from '#server/http/audit-log.ts';
import { blockSlots } from './claim.ts';
import { unblockSlots } from './unblock-slots.ts';

export interface SlotInput {
  readonly date: string;
  readonly timeSlot: Slot;
}

const isSlot = ({ date, timeSlot }: SlotInput) =>
  and(eq(slotClaims.date, date), eq(slotClaims.slot, timeSlot));
const auditTarget = ({ date, timeSlot }: SlotInput): string => `slot:${date}.${timeSlot}`;

/** Blocks a slot manually, even if it is held. A manual block outlives a recurring closure of the slot. Throws SLOT_BOOKED. */
export const blockTime = async (db: Db, target: SlotInput, change: AuditContext): Promise<void> => {
  const { now } = change;
  const { date, timeSlot: slot } = target;
  if (date < seoulDate(now)) throw appError('DATE_UNAVAILABLE');
  await db.transaction(async (tx) => {
    if ((await blockSlots(tx, { from: date, to: date, timeSlots: [slot] }, now)) > 0) {
      await recordAudit(tx, change, { action: 'BLOCK_SLOT', target: auditTarget(target) });
      return;
    }
    // The insert has locked the conflicting claim.
    const [block] = await tx
      .update(slotClaims)
      .set({ closureId: null })
      .where(and(isSlot(target), eq(slotClaims.kind, 'BLOCKED')))
      .returning({ kind: slotClaims.kind });
    if (block === undefined) throw appError('SLOT_BOOKED');
  });
};

/** Frees a blocked slot, never a reservation or hold. Throws SLOT_BOOKED. */
export const unblockTime = async (db: Db, target: SlotInput, change: AuditContext): Promise<void> =>
  db.transaction(async (tx) => {
    const [block] = await unblockSlots(tx, target.date, [target.timeSlot]);
    if (block !== undefined) {
      const before = { closureId: block.closureId };
      await recordAudit(tx, change, { action: 'UNBLOCK_SLOT', target: auditTarget(target), before });
      return;
    }
    const [claim] = await tx.select({ kind: slotClaims.kind }).from(slotClaims).where(isSlot(target));
    if (claim?.kind === 'BOOKED') throw appError('SLOT_BOOKED');
  });

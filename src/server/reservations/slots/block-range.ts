import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { appError } from '#contract/errors.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { reapplyClosures, type SlotOfDay } from './release-slot.ts';
import { slotClaims } from '#server/db/schema.ts';
import { recordAudit, type AuditContext } from '#server/http/audit-log.ts';
import { blockSlots, isWithin, type SlotRange } from './claim.ts';
import { unblockSlots } from './unblock-slots.ts';
import type { AdminReservationRow } from '#server/reservations/present-reservation.ts';
import { findConflicts } from './queries.ts';

export interface BlockResult {
  readonly changed: number;
  readonly collisions: AdminReservationRow[];
}

const auditDetails = ({ from, to, timeSlots }: SlotRange, changed: number) => ({
  from,
  to,
  timeSlots,
  changed,
});

/** Blocks every free or held slot of several days. Reservations stay and are returned as conflicts. */
export const blockRange = async (db: Db, range: SlotRange, change: AuditContext): Promise<BlockResult> => {
  const { now } = change;
  const { from, to } = range;
  if (from < seoulDate(now)) throw appError('DATE_UNAVAILABLE');
  return db.transaction(async (tx) => {
    const changed = await blockSlots(tx, range, now);
    // Manual blocks outlive a recurring closure.
    await tx
      .update(slotClaims)
      .set({ closureId: null })
      .where(and(isWithin(range), isNotNull(slotClaims.closureId)));
    await recordAudit(tx, change, {
      action: 'BLOCK_RANGE',
      target: `slots:${from}..${to}`,
      after: auditDetails(range, changed),
    });
    const collisions = await findConflicts(tx, range);
    return { changed, collisions };
  });
};

const slotKey = ({ date, slot }: SlotOfDay): string => `${date}.${slot}`;

/** Frees manually blocked slots; a slot covered by a recurring closure returns to the closure. */
const unblockManually = async (tx: Tx, range: SlotRange, now: Date): Promise<string[]> => {
  const cleared = await tx
    .delete(slotClaims)
    .where(and(isWithin(range), eq(slotClaims.kind, 'BLOCKED'), isNull(slotClaims.closureId)))
    .returning({ date: slotClaims.date, slot: slotClaims.slot });
  const closed = new Set((await reapplyClosures(tx, cleared, now)).map(slotKey));
  return cleared.map(slotKey).filter((name) => !closed.has(name));
};

/** Frees the slots of a single day, including those of recurring closures. */
const unblockDay = async (tx: Tx, { from: date, timeSlots }: SlotRange): Promise<string[]> =>
  (await unblockSlots(tx, date, timeSlots)).map(({ slot }) => slotKey({ date, slot }));

/** Frees blocked slots within the range and returns how many. Over several days recurring closures stay closed. */
export const unblockRange = async (db: Db, range: SlotRange, change: AuditContext): Promise<number> =>
  db.transaction(async (tx) => {
    const isDay = range.from === range.to;
    const freed = await (isDay ? unblockDay(tx, range) : unblockManually(tx, range, change.now));
    await recordAudit(tx, change, {
      action: 'UNBLOCK_RANGE',
      target: `slots:${range.from}..${range.to}`,
      before: { ...auditDetails(range, freed.length), freed: freed.toSorted() },
    });
    return freed.length;
  });

import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import type { scheduleEndpoints } from '../../contract/schedule.ts';
import type { Slot } from '../../contract/slots.ts';
import type { AdminReservationRow } from '../present-reservation.ts';
import { slotClaims, type SlotOfDay } from '../tables.ts';
import { blockSlots, findClaimKind, isWithin } from './claim.ts';
import type { SlotRange } from './hours.ts';
import { findConflicts } from './queries.ts';
import { closureMatches, reapplyClosures } from './release-slot.ts';

export interface BlockResult {
  readonly changed: number;
  readonly conflicts: AdminReservationRow[];
}

type BlockRangeInput = BodyOf<typeof scheduleEndpoints.blockRange>;
type UnblockRangeInput = BodyOf<typeof scheduleEndpoints.unblockRange>;

/**
 * Blocks the range's free and held slots; returns how many. All blocks of the range then stay when a recurring closure is deleted.
 * `createdAt` marks what the block changed, so that it can be undone.
 */
const blockManually = async (tx: Tx, range: SlotRange, note: string, now: Date): Promise<number> => {
  const changed = await blockSlots(tx, range, now);
  await tx
    .update(slotClaims)
    .set({ closureId: null, createdAt: now })
    .where(and(isWithin(range), isNotNull(slotClaims.closureId)));
  // Also of slots that were blocked before, which the undo leaves blocked.
  if (note !== '')
    await tx
      .update(slotClaims)
      .set({ note })
      .where(and(isWithin(range), eq(slotClaims.kind, 'BLOCKED')));
  return changed;
};

const assertNotPast = ({ from }: SlotRange, now: Date): void => {
  if (from < seoulDate(now)) throw appError('DATE_UNAVAILABLE');
};

/** Booked reservations stay and are returned as conflicts. Throws DATE_UNAVAILABLE when the range begins before today. */
export const blockRange = async (
  db: Db,
  { note, ...range }: BlockRangeInput,
  change: AuditContext,
): Promise<BlockResult> => {
  const { now } = change;
  assertNotPast(range, now);
  return db.transaction(async (tx) => {
    const changed = await blockManually(tx, range, note, now);
    await recordAudit(tx, change, {
      action: 'BLOCK_RANGE',
      target: `slots:${range.from}..${range.to}`,
      after: { ...range, changed },
    });
    return { changed, conflicts: await findConflicts(tx, range) };
  });
};

/** Frees blocked slots of a day, the given ones or all, also from recurring closures. Returns the slots and their closures. */
const unblockSlots = async (tx: Tx, date: string, timeSlots?: readonly Slot[]) => {
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

const slotKey = ({ date, slot }: SlotOfDay): string => `${date}.${slot}`;

/** Frees manually blocked slots; a slot that a recurring closure covers stays blocked by the closure. Returns the freed ones. */
const unblockManually = async (
  tx: Tx,
  { blockedAt, ...range }: UnblockRangeInput,
  now: Date,
): Promise<string[]> => {
  const cleared = await tx
    .delete(slotClaims)
    .where(
      and(
        isWithin(range),
        eq(slotClaims.kind, 'BLOCKED'),
        isNull(slotClaims.closureId),
        blockedAt === undefined ? undefined : eq(slotClaims.createdAt, new Date(blockedAt)),
      ),
    )
    .returning({ date: slotClaims.date, slot: slotClaims.slot });
  const closed = new Set((await reapplyClosures(tx, cleared, now)).map(slotKey));
  return cleared.map(slotKey).filter((name) => !closed.has(name));
};

const unblockDay = async (tx: Tx, { from: date, timeSlots }: SlotRange): Promise<string[]> =>
  (await unblockSlots(tx, date, timeSlots)).map(({ slot }) => slotKey({ date, slot }));

/**
 * Frees blocked slots within the range, or only those of the block made at `blockedAt`, and returns how many. The slots of recurring
 * closures stay blocked over several days and by an undo.
 */
export const unblockRange = async (db: Db, range: UnblockRangeInput, change: AuditContext): Promise<number> =>
  db.transaction(async (tx) => {
    const isDay = range.from === range.to && range.blockedAt === undefined;
    const freed = await (isDay ? unblockDay(tx, range) : unblockManually(tx, range, change.now));
    await recordAudit(tx, change, {
      action: 'UNBLOCK_RANGE',
      target: `slots:${range.from}..${range.to}`,
      before: { ...range, changed: freed.length, freed: freed.toSorted() },
    });
    return freed.length;
  });

export type SlotInput = BodyOf<typeof scheduleEndpoints.blockTime>;

export const rangeOf = ({ date, timeSlot }: SlotInput): SlotRange => ({
  from: date,
  to: date,
  timeSlots: [timeSlot],
});
const findKind = (tx: Tx, { date, timeSlot }: SlotInput) => findClaimKind(tx, { date, slot: timeSlot });
const slotTarget = ({ date, timeSlot }: SlotInput): string => `slot:${date}.${timeSlot}`;

/** Blocks one slot, even if it is held. Throws DATE_UNAVAILABLE for a past date, and SLOT_BOOKED. */
export const blockTime = async (db: Db, slot: SlotInput, change: AuditContext): Promise<void> => {
  assertNotPast(rangeOf(slot), change.now);
  await db.transaction(async (tx) => {
    const changed = await blockManually(tx, rangeOf(slot), '', change.now);
    if (changed > 0) await recordAudit(tx, change, { action: 'BLOCK_SLOT', target: slotTarget(slot) });
    // An insert that conflicts has locked the claim.
    else if ((await findKind(tx, slot)) !== 'BLOCKED') throw appError('SLOT_BOOKED');
  });
};

/** Frees one blocked slot, never a reservation or hold. Throws SLOT_BOOKED. */
export const unblockTime = (db: Db, slot: SlotInput, change: AuditContext): Promise<void> =>
  db.transaction(async (tx) => {
    const [block] = await unblockSlots(tx, slot.date, [slot.timeSlot]);
    if (block !== undefined) {
      const before = { closureId: block.closureId };
      await recordAudit(tx, change, { action: 'UNBLOCK_SLOT', target: slotTarget(slot), before });
    } else if ((await findKind(tx, slot)) === 'BOOKED') throw appError('SLOT_BOOKED');
  });

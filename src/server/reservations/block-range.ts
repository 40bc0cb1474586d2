import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { closeAgain } from '#server/db/free-slot.ts';
import type { SlotOfDay } from '#server/db/free-slot.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { slotClaims } from '#server/db/schema.ts';
import { recordAudit } from '#server/http/record-audit.ts';
import type { Change } from '#server/http/record-audit.ts';
import { claimBlocks, isWithin } from './claim-slot.ts';
import type { SlotRange } from './claim-slot.ts';
import { openSlots } from './open-slots.ts';
import type { AdminRow } from './present-reservation.ts';
import { findCollisions } from './schedule-queries.ts';

export interface BlockOutcome {
  readonly changed: number;
  readonly collisions: AdminRow[];
}

const describe = ({ from, to, timeSlots }: SlotRange, changed: number) => ({ from, to, timeSlots, changed });

/** Blocks every free or held slot of many days. Bookings stay and are returned as collisions. */
export const blockRange = async (db: Db, range: SlotRange, change: Change): Promise<BlockOutcome> => {
  const { now } = change;
  const { from, to } = range;
  if (from < seoulDate(now)) throw refuse('DATE_UNAVAILABLE');
  return retryTransaction(() =>
    db.transaction(async (tx) => {
      const changed = await claimBlocks(tx, range, now);
      // Blocks by hand outlive the recurring closure.
      await tx
        .update(slotClaims)
        .set({ closureId: null })
        .where(and(isWithin(range), isNotNull(slotClaims.closureId)));
      await recordAudit(tx, change, {
        action: 'BLOCK_RANGE',
        target: `slots:${from}..${to}`,
        after: describe(range, changed),
      });
      const collisions = await findCollisions(tx, range);
      return { changed, collisions };
    }),
  );
};

const nameOf = ({ date, slot }: SlotOfDay): string => `${date}.${slot}`;

/** Frees what was blocked by hand; a slot that a recurring closure closes goes back to the closure. */
const freeByHand = async (tx: Tx, range: SlotRange, now: Date): Promise<string[]> => {
  const cleared = await tx
    .delete(slotClaims)
    .where(and(isWithin(range), eq(slotClaims.kind, 'BLOCKED'), isNull(slotClaims.closureId)))
    .returning({ date: slotClaims.date, slot: slotClaims.slot });
  const closed = new Set((await closeAgain(tx, cleared, now)).map(nameOf));
  return cleared.map(nameOf).filter((name) => !closed.has(name));
};

/** On a single day also what a recurring closure closes is freed. */
const freeDay = async (tx: Tx, { from: date, timeSlots }: SlotRange): Promise<string[]> =>
  (await openSlots(tx, date, timeSlots)).map(({ slot }) => nameOf({ date, slot }));

/** Frees what is blocked within the range; answers how many slots. Over several days recurring closures stay closed. */
export const unblockRange = async (db: Db, range: SlotRange, change: Change): Promise<number> =>
  retryTransaction(() =>
    db.transaction(async (tx) => {
      const isDay = range.from === range.to;
      const freed = await (isDay ? freeDay(tx, range) : freeByHand(tx, range, change.now));
      await recordAudit(tx, change, {
        action: 'UNBLOCK_RANGE',
        target: `slots:${range.from}..${range.to}`,
        before: { ...describe(range, freed.length), freed: freed.toSorted() },
      });
      return freed.length;
    }),
  );

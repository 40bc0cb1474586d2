import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import type { Slot } from '#contract/slots.ts';
import type { Db } from '#server/db/connection.ts';
import { closeAgain } from '#server/db/free-slot.ts';
import type { SlotOfDay } from '#server/db/free-slot.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { slotClaims } from '#server/db/schema.ts';
import { recordAudit } from '#server/http/record-audit.ts';
import type { Change } from '#server/http/record-audit.ts';
import type { Tx } from './change-booking.ts';
import { isWithin, takeOver } from './claim-slot.ts';
import { openSlots } from './open-slots.ts';
import type { AdminRow } from './present-reservation.ts';
import { findCollisions } from './schedule-queries.ts';

export interface BlockRange {
  readonly from: string;
  readonly to: string;
  readonly timeSlots: readonly Slot[];
}

export interface BlockOutcome {
  readonly changed: number;
  readonly collisions: AdminRow[];
}

const describe = ({ from, to, timeSlots }: BlockRange, changed: number) => ({ from, to, timeSlots, changed });

/**
 * Blocks many days at once, in one statement: all that is free, also where a member is filling the form. Bookings stay,
 * and are answered.
 */
export const blockRange = async (db: Db, range: BlockRange, change: Change): Promise<BlockOutcome> => {
  const { now } = change;
  const { from, to, timeSlots } = range;
  if (from < seoulDate(now)) throw refuse('DATE_UNAVAILABLE');
  return retryTransaction(() =>
    db.transaction(async (tx) => {
      // In one order, so that two ranges at once wait for each other instead of blocking each other.
      const { rows } = await tx.execute(sql`
        insert into slot_claims (date, slot, kind, created_at)
        select ${from}::date + day, slot, 'BLOCKED', ${now.toISOString()}::timestamptz
        from generate_series(0, ${to}::date - ${from}::date) as day
          cross join unnest(${sql.param([...timeSlots])}::text[]) as slot
        order by 1, 2
        ${takeOver(now, 'STUDIO')}
        returning 1
      `);
      // What the studio closes by hand stays closed when a recurring closure ends.
      await tx
        .update(slotClaims)
        .set({ closureId: null })
        .where(and(isWithin(range), isNotNull(slotClaims.closureId)));
      const changed = rows.length;
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

/** Frees what was blocked by hand. A block on a day that is closed every week gives it back to the closure. */
const freeByHand = async (tx: Tx, range: BlockRange, now: Date): Promise<string[]> => {
  const cleared = await tx
    .delete(slotClaims)
    .where(and(isWithin(range), eq(slotClaims.kind, 'BLOCKED'), isNull(slotClaims.closureId)))
    .returning({ date: slotClaims.date, slot: slotClaims.slot });
  const closed = new Set((await closeAgain(tx, cleared, now)).map(nameOf));
  return cleared.map(nameOf).filter((name) => !closed.has(name));
};

/** A single day is meant as it is said, also when it is closed every week. */
const freeDay = async (tx: Tx, { from: date, timeSlots }: BlockRange): Promise<string[]> =>
  (await openSlots(tx, date, timeSlots)).map(({ slot }) => nameOf({ date, slot }));

/**
 * Frees what is blocked within the range; answers how many slots. Over several days, what a recurring closure closes stays
 * closed: nobody names every Monday of a summer.
 */
export const unblockRange = async (db: Db, range: BlockRange, change: Change): Promise<number> =>
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

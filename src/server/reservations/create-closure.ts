import { eq } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import { refuse } from '#contract/errors.ts';
import type { scheduleEndpoints } from '#contract/schedule.ts';
import { addDays, seoulDate } from '#contract/seoul-time.ts';
import type { Db } from '#server/db/connection.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { closures, slotClaims } from '#server/db/schema.ts';
import { recordAudit } from '#server/http/record-audit.ts';
import type { Change } from '#server/http/record-audit.ts';
import type { BlockOutcome } from './block-range.ts';
import { fillClosures, fillHorizon } from './fill-closures.ts';
import { findCollisions } from './schedule-queries.ts';
import type { ClosureRow } from './schedule-queries.ts';

type ClosureDraft = BodyOf<typeof scheduleEndpoints.createClosure>;

const fillClosure = (db: Db, closure: ClosureRow, now: Date): Promise<BlockOutcome> =>
  retryTransaction(() =>
    db.transaction(async (tx) => {
      await fillClosures(tx, now);
      const { id, weekday, slots: timeSlots, fromDate: from, untilDate } = closure;
      const horizon = fillHorizon(now);
      const to = untilDate === null || untilDate > horizon ? horizon : untilDate;
      return {
        changed: await tx.$count(slotClaims, eq(slotClaims.closureId, id)),
        collisions: await findCollisions(tx, { from, to, timeSlots, weekday }),
      };
    }),
  );

/**
 * Closes a weekday. The closure is committed before its slots are claimed, so that a concurrent cancellation sees it;
 * the daily job makes up for a crash in between.
 */
export const createClosure = async (
  db: Db,
  { weekday, timeSlots, from, until, note }: ClosureDraft,
  change: Change,
): Promise<BlockOutcome & { readonly closure: ClosureRow }> => {
  const { now } = change;
  if (from < seoulDate(now)) throw refuse('DATE_UNAVAILABLE');
  const made = await db.transaction(async (tx) => {
    const [closure] = await tx
      .insert(closures)
      .values({
        weekday,
        slots: timeSlots,
        fromDate: from,
        untilDate: until,
        note,
        filledUntil: addDays(from, -1),
        createdAt: now,
      })
      .returning();
    if (closure === undefined) throw new Error('no closure was inserted');
    await recordAudit(tx, change, {
      action: 'CREATE_CLOSURE',
      target: `closure:${closure.id}`,
      after: { weekday, timeSlots, from, until },
    });
    return closure;
  });
  return { closure: made, ...(await fillClosure(db, made, now)) };
};

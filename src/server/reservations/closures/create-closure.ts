import { eq } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import type { scheduleEndpoints } from '#contract/schedule.ts';
import { addDays, seoulDate } from '#contract/seoul-time.ts';
import type { Db } from '#server/db/database.ts';
import { closures, slotClaims } from '#server/db/schema.ts';
import { recordAudit, type AuditContext } from '#server/http/audit-log.ts';
import type { BlockResult } from '#server/reservations/slots/block-range.ts';
import { materializeClosures, materializeHorizon } from './materialize-closures.ts';
import { findConflicts, type ClosureRow } from '#server/reservations/slots/queries.ts';

type CreateClosureInput = BodyOf<typeof scheduleEndpoints.createClosure>;

const materializeClosure = (db: Db, closure: ClosureRow, now: Date): Promise<BlockResult> =>
  db.transaction(async (tx) => {
    await materializeClosures(tx, now);
    const { id, weekday, slots: timeSlots, fromDate: from, untilDate } = closure;
    const horizon = materializeHorizon(now);
    const to = untilDate === null || untilDate > horizon ? horizon : untilDate;
    return {
      changed: await tx.$count(slotClaims, eq(slotClaims.closureId, id)),
      collisions: await findConflicts(tx, { from, to, timeSlots, weekday }),
    };
  });

/**
 * Creates a recurring closure. It is committed before its slots are claimed, so that a concurrent cancellation sees it; the daily job
 * completes it after a crash in between.
 */
export const createClosure = async (
  db: Db,
  { weekday, timeSlots, from, until, note }: CreateClosureInput,
  change: AuditContext,
): Promise<BlockResult & { readonly closure: ClosureRow }> => {
  const { now } = change;
  if (from < seoulDate(now)) throw appError('DATE_UNAVAILABLE');
  const made = await db.transaction(async (tx) => {
    const [closure] = await tx
      .insert(closures)
      .values({
        weekday,
        slots: timeSlots,
        fromDate: from,
        untilDate: until,
        note,
        materializedUntil: addDays(from, -1),
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
  return { closure: made, ...(await materializeClosure(db, made, now)) };
};

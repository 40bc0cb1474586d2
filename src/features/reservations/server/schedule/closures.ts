import { asc, eq, sql } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import { seoulDate, addDays } from '#platform/contract/seoul-time.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { completeRequest } from '#platform/server/http/repeated-requests.ts';
import { bookableDates } from '../../contract/bookable-dates.ts';
import type { scheduleEndpoints } from '../../contract/schedule.ts';
import { hasBegun } from '../slot-start.ts';
import { closures, slotClaims } from '../tables.ts';
import type { BlockResult } from './block-range.ts';
import { replaceHoldOnConflict, isClear } from './claim.ts';
import { type ClosureRow, findConflicts } from './queries.ts';
import { closureMatches } from './release-slot.ts';

/** Slots of closures are claimed up to this many days beyond the longest booking horizon, in case the daily job does not run. */
const BUFFER_DAYS = 7;

const materializeHorizon = (now: Date): string => addDays(bookableDates(now).last, BUFFER_DAYS);

/**
 * Claims the slots of recurring closures up to the horizon. Each date is claimed once (`materialized_until`), so that slots
 * opened by an admin stay open. `for no key update` lets others insert claims that refer to the closures. Returns how many slots were
 * claimed.
 */
const materializeClosures = async (tx: Tx, now: Date): Promise<number> => {
  const horizon = sql`${materializeHorizon(now)}::date`;
  const { rows } = await tx.execute<{ count: number }>(sql`
    with due as (
      select id, weekday, slots, materialized_until, least(until_date, ${horizon}) as fill_until from closures
      where materialized_until < least(until_date, ${horizon})
      order by id
      for no key update
    ), filled as (
      insert into slot_claims (date, slot, kind, closure_id, created_at)
      select distinct on (1, 2) materialized_until + day, slot, 'BLOCKED', due.id, ${now.toISOString()}::timestamptz
      from due
        cross join lateral generate_series(1, fill_until - materialized_until) as day
        cross join lateral unnest(slots) as slot
      where extract(isodow from materialized_until + day) = weekday
        and ${isClear(sql`(materialized_until + day)`, sql`slot`)}
      order by 1, 2, due.id
      ${replaceHoldOnConflict(now, 'ANY')}
      returning 1
    ), marked as (
      update closures set materialized_until = fill_until from due where closures.id = due.id
    )
    select count(*)::int as count from filled
  `);
  return rows[0]?.count ?? 0;
};

type CreateClosureInput = BodyOf<typeof scheduleEndpoints.createClosure>;

const materializeClosure = (db: Db, closure: ClosureRow, now: Date): Promise<BlockResult> =>
  db.transaction(async (tx) => {
    await materializeClosures(tx, now);
    const { id, weekday, timeSlots, from, until } = closure;
    const horizon = materializeHorizon(now);
    const to = until === null || until > horizon ? horizon : until;
    return {
      changed: await tx.$count(slotClaims, eq(slotClaims.closureId, id)),
      conflicts: await findConflicts(tx, { from, to, timeSlots, weekday }),
    };
  });

/**
 * Creates a recurring closure. It is committed before its slots are claimed, so that a concurrent cancellation sees it; the daily job
 * completes it after a crash in between.
 */
export const createClosure = async (
  db: Db,
  { note, ...rule }: CreateClosureInput,
  change: AuditContext,
): Promise<BlockResult & { readonly closure: ClosureRow }> => {
  const { now } = change;
  if (rule.from < seoulDate(now)) throw appError('DATE_UNAVAILABLE');
  const made = await db.transaction(async (tx) => {
    const created = { ...rule, note, materializedUntil: addDays(rule.from, -1), createdAt: now };
    const [closure] = await tx.insert(closures).values(created).returning();
    if (closure === undefined) throw new Error('no closure was inserted');
    await recordAudit(tx, change, {
      action: 'CREATE_CLOSURE',
      target: `closure:${closure.id}`,
      after: rule,
    });
    return closure;
  });
  return { closure: made, ...(await materializeClosure(db, made, now)) };
};

/** Locks all closures in one order, so that two concurrent deletions cannot reassign slots to each other's closure. */
const lockClosures = async (tx: Tx, id: number): Promise<ClosureRow> => {
  const locked = await tx.select().from(closures).orderBy(asc(closures.id)).for('update');
  const closure = locked.find((one) => one.id === id);
  if (closure === undefined) throw appError('NOT_FOUND');
  return closure;
};

/** Detaches past slots, which stay closed on the schedule. */
const detachPast = async (tx: Tx, id: number, now: Date): Promise<void> => {
  await tx.execute(sql`
    update slot_claims set closure_id = null
    where closure_id = ${id} and ${hasBegun(sql`date`, sql`slot`, now)}
  `);
};

/** Reassigns slots that another closure covers as well. */
const reassign = async (tx: Tx, id: number): Promise<void> => {
  await tx.execute(sql`
    update slot_claims set closure_id = closures.id
    from closures
    where slot_claims.closure_id = ${id} and closures.id <> ${id}
      and ${closureMatches(sql`slot_claims.date`, sql`slot_claims.slot`)}
  `);
};

/** Deletes a recurring closure and frees its future slots that nothing else closes. */
export const deleteClosure = async (db: Db, id: number, change: AuditContext): Promise<void> =>
  db.transaction(async (tx) => {
    const { weekday, timeSlots, from, until } = await lockClosures(tx, id);
    await detachPast(tx, id, change.now);
    await reassign(tx, id);
    // Its claims are deleted by cascade.
    await tx.delete(closures).where(eq(closures.id, id));
    await completeRequest(tx);
    await recordAudit(tx, change, {
      action: 'DELETE_CLOSURE',
      target: `closure:${id}`,
      before: { weekday, timeSlots, from, until },
    });
  });

/** Returns how many slots were blocked. Idempotent and safe to run concurrently. */
export const extendRecurringClosures = (db: Db, now: Date): Promise<number> =>
  db.transaction((tx) => materializeClosures(tx, now));

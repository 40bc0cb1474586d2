import { asc, eq, sql } from 'drizzle-orm';
import { appError } from '#contract/errors.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { closureMatches } from '#server/reservations/slots/release-slot.ts';
import { seoulClock, slotStartText } from '#server/db/slot-start.ts';
import { closures } from '#server/db/schema.ts';
import { recordAudit, type AuditContext } from '#server/http/audit-log.ts';
import { completeRequest } from '#server/http/repeated-requests.ts';
import type { ClosureRow } from '#server/reservations/slots/queries.ts';

/** Locks all closures in one order, so that two concurrent deletions cannot reassign slots to each other. */
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
    where closure_id = ${id} and (date, ${slotStartText(sql`slot`)}) <= (${seoulDate(now)}::date, ${seoulClock(now)}::text)
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
    const closure = await lockClosures(tx, id);
    await detachPast(tx, id, change.now);
    await reassign(tx, id);
    // Its claims are deleted by cascade.
    await tx.delete(closures).where(eq(closures.id, id));
    await completeRequest(tx);
    const { weekday, slots: timeSlots, fromDate: from, untilDate: until } = closure;
    await recordAudit(tx, change, {
      action: 'DELETE_CLOSURE',
      target: `closure:${id}`,
      before: { weekday, timeSlots, from, until },
    });
  });

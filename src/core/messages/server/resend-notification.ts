import { and, eq, isNotNull, lt, or } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { notifications } from './tables.ts';

/** Sending takes a few seconds, for an e-mail perhaps longer. After this time the process that was sending has probably crashed. */
const STALE_AFTER_MS = 60_000;

const isResendable = (now: Date) =>
  or(
    eq(notifications.state, 'FAILED'),
    and(
      eq(notifications.state, 'UNKNOWN'),
      or(
        isNotNull(notifications.settledAt),
        lt(notifications.dueAt, new Date(now.getTime() - STALE_AFTER_MS)),
      ),
    ),
  );

/** Queues a notification again, even if it may have arrived. Throws NOT_FOUND and ALREADY_SENT. */
export const resendNotification = (db: Db, id: number, change: AuditContext): Promise<void> =>
  db.transaction(async (tx) => {
    const isThis = eq(notifications.id, id);
    const queued = await tx
      .update(notifications)
      .set({
        state: 'QUEUED',
        attempts: 0,
        dueAt: change.now,
        settledAt: null,
        channel: null,
        isReplaced: false,
        providerMessageId: null,
        resultCode: null,
        pollAt: null,
        polls: 0,
      })
      .where(and(isThis, isResendable(change.now)))
      .returning({ id: notifications.id });
    if (queued.length > 0) {
      await recordAudit(tx, change, { action: 'RESEND_NOTIFICATION', target: `notification:${id}` });
      return;
    }
    const [known] = await tx.select({ id: notifications.id }).from(notifications).where(isThis);
    throw appError(known === undefined ? 'NOT_FOUND' : 'ALREADY_SENT');
  });

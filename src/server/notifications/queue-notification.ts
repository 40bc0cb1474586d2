import { and, eq } from 'drizzle-orm';
import type { Notification } from '#contract/notifications.ts';
import type { Db } from '#server/db/database.ts';
import { notifications } from '#server/db/schema.ts';

interface NotificationEvent {
  readonly kind: Notification['kind'];
  readonly questionId: number;
  /** The recipient; the studio when absent. */
  readonly memberId?: string;
}

/** Queues a notification in the transaction of its cause. */
export const queueNotification = async (
  tx: Pick<Db, 'insert'>,
  { kind, questionId, memberId }: NotificationEvent,
  now: Date,
): Promise<void> => {
  await tx
    .insert(notifications)
    .values({ kind, questionId, memberId: memberId ?? null, dueAt: now, createdAt: now });
};

/** Cancels a notification whose cause was deleted before it was sent. */
export const cancelNotification = async (
  tx: Pick<Db, 'delete'>,
  { kind, questionId }: Pick<NotificationEvent, 'kind' | 'questionId'>,
): Promise<void> => {
  const isOfThis = and(eq(notifications.questionId, questionId), eq(notifications.kind, kind));
  await tx.delete(notifications).where(and(isOfThis, eq(notifications.state, 'QUEUED')));
};

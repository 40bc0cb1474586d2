import { and, eq } from 'drizzle-orm';
import type { Notification } from '#contract/questions.ts';
import type { Db } from '#server/db/connection.ts';
import { notifications } from '#server/db/schema.ts';

interface Occasion {
  readonly kind: Notification['kind'];
  readonly questionId: number;
  /** Whom it is for; the studio unless said. */
  readonly memberId?: string;
}

/** A message to be sent, in the transaction of what it tells of: neither is there without the other. */
export const queueNotification = async (
  tx: Pick<Db, 'insert'>,
  { kind, questionId, memberId }: Occasion,
  now: Date,
): Promise<void> => {
  await tx
    .insert(notifications)
    .values({ kind, questionId, memberId: memberId ?? null, dueAt: now, createdAt: now });
};

/** What it would tell of is gone before it was sent. */
export const dropNotification = async (
  tx: Pick<Db, 'delete'>,
  { kind, questionId }: Pick<Occasion, 'kind' | 'questionId'>,
): Promise<void> => {
  const isOfThis = and(eq(notifications.questionId, questionId), eq(notifications.kind, kind));
  await tx.delete(notifications).where(and(isOfThis, eq(notifications.state, 'QUEUED')));
};

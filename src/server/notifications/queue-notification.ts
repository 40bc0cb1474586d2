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

import { and, eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/database.ts';
import { notifications } from '#server/db/schema.ts';
import { readSection } from '#server/studio/read-sections.ts';

/** Queues messages to the studio about a new question, in its transaction. */
export const queueQuestionAsked = async (tx: Tx, questionId: number, now: Date): Promise<void> => {
  const { studioAsked, studioPhones } = await readSection(tx, 'messages');
  if (!studioAsked || studioPhones.length === 0) return;
  const rows = studioPhones.map((_, index) => ({
    kind: 'QUESTION_ASKED' as const,
    questionId,
    recipient: `STUDIO ${index + 1}`,
    dueAt: now,
    createdAt: now,
  }));
  await tx.insert(notifications).values(rows);
};

interface AnsweredQuestion {
  readonly questionId: number;
  readonly answerId: number;
  /** The author of the question. */
  readonly memberId: string;
}

/** Queues the message to the author about an answer, in its transaction. */
export const queueQuestionAnswered = async (
  tx: Tx,
  { questionId, answerId, memberId }: AnsweredQuestion,
  now: Date,
): Promise<void> => {
  if (!(await readSection(tx, 'messages')).answered) return;
  await tx.insert(notifications).values({
    kind: 'QUESTION_ANSWERED',
    questionId,
    memberId,
    subjectVersion: answerId,
    dueAt: now,
    createdAt: now,
  });
};

/** Cancels the message about an answer that was deleted before it was sent. */
export const cancelQuestionAnswered = async (tx: Pick<Db, 'delete'>, questionId: number): Promise<void> => {
  const isOfThis = and(eq(notifications.questionId, questionId), eq(notifications.kind, 'QUESTION_ANSWERED'));
  await tx.delete(notifications).where(and(isOfThis, eq(notifications.state, 'QUEUED')));
};

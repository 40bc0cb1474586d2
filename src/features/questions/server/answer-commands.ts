import { eq } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { completeRequest } from '#platform/server/http/repeated-requests.ts';
import { cancelQueued, queueQuestionAnswered } from './queue-question-messages.ts';
import { answers, questions } from './tables.ts';

type AnswerRow = typeof answers.$inferSelect;

/** Creates an answer; a unique key allows one per question. If the author asked for it, may queue a message to them. */
export const createAnswer = (
  db: Db,
  questionId: number,
  content: string,
  change: AuditContext,
): Promise<AnswerRow> =>
  db.transaction(async (tx) => {
    // With this lock the question cannot be deleted meanwhile.
    const [question] = await tx
      .select({ memberId: questions.memberId, notify: questions.notify })
      .from(questions)
      .where(eq(questions.id, questionId))
      .for('key share');
    if (question === undefined) throw appError('NOT_FOUND');
    const [answer] = await tx
      .insert(answers)
      .values({ questionId, content, createdAt: change.now })
      .onConflictDoNothing({ target: answers.questionId })
      .returning();
    if (answer === undefined) throw appError('ALREADY_ANSWERED');
    if (question.notify) await queueQuestionAnswered(tx, answer, question.memberId, change.now);
    await recordAudit(tx, change, { action: 'CREATE_ANSWER', target: `question:${questionId}` });
    return answer;
  });

export const updateAnswer = (db: Db, id: number, content: string, change: AuditContext): Promise<AnswerRow> =>
  db.transaction(async (tx) => {
    const [answer] = await tx
      .update(answers)
      .set({ content, updatedAt: change.now })
      .where(eq(answers.id, id))
      .returning();
    if (answer === undefined) throw appError('NOT_FOUND');
    await recordAudit(tx, change, { action: 'UPDATE_ANSWER', target: `question:${answer.questionId}` });
    return answer;
  });

export const deleteAnswer = (db: Db, id: number, change: AuditContext): Promise<void> =>
  db.transaction(async (tx) => {
    const [answer] = await tx
      .delete(answers)
      .where(eq(answers.id, id))
      .returning({ questionId: answers.questionId });
    if (answer === undefined) throw appError('NOT_FOUND');
    const { questionId } = answer;
    await cancelQueued(tx, 'QUESTION_ANSWERED', questionId);
    await completeRequest(tx);
    await recordAudit(tx, change, { action: 'DELETE_ANSWER', target: `question:${questionId}` });
  });

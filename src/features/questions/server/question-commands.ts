import { and, eq, sql, type SQL } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import { hashMemberId } from '#core/auth/server/hash-member-id.ts';
import { assertConsented } from '#core/content/server/legal/consents.ts';
import { readSection } from '#core/content/server/read-sections.ts';
import { messageSections } from '#core/messages/contract/sections.ts';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import { refuseViolation } from '#platform/server/db/database-errors.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { MemberDeleted } from '#platform/server/hooks.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { completeRequest } from '#platform/server/http/repeated-requests.ts';
import type { adminQuestionEndpoints } from '../contract/admin-questions.ts';
import type { QuestionDraft } from '../contract/question-drafts.ts';
import type { Viewer } from './present-question.ts';
import { queueQuestionAsked, queueVisibilityChanged } from './queue-question-messages.ts';
import { questions } from './tables.ts';

/** Creates a question; may queue messages to the studio. Throws CONSENT_NEEDED, and UNAUTHENTICATED when the account was just deleted. */
export const createQuestion = (
  db: Db,
  memberId: string,
  draft: QuestionDraft,
  now: Date,
): Promise<typeof questions.$inferSelect> => {
  const inserted = db.transaction(async (tx, commitWith) => {
    const [, messages, [row]] = await Promise.all([
      assertConsented(tx, memberId, now),
      readSection(tx, messageSections.messages),
      tx
        .insert(questions)
        .values({ ...draft, memberId, createdAt: now })
        .returning(),
    ]);
    if (row === undefined) throw new Error('no question was inserted');
    commitWith(queueQuestionAsked(tx, messages, row.id, now));
    return row;
  });
  return refuseViolation('questions_member_id_fkey', 'UNAUTHENTICATED', inserted);
};

const rejectMissing = async (db: Tx, id: number): Promise<never> => {
  const [row] = await db.select({ id: questions.id }).from(questions).where(eq(questions.id, id));
  throw appError(row === undefined ? 'NOT_FOUND' : 'FORBIDDEN');
};

const isChangeableBy = (reader: Viewer, id: number): SQL | undefined =>
  and(eq(questions.id, id), reader.role === 'ADMIN' ? undefined : eq(questions.memberId, reader.id));

/** Updates a question; allowed for the author and admins. Only the author can change `notify`. */
export const updateQuestion = (
  { db }: Deps,
  reader: Viewer,
  id: number,
  draft: QuestionDraft,
  change: AuditContext,
) =>
  db.transaction(async (tx): Promise<void> => {
    const { notify, ...text } = draft;
    const isAuthor = eq(questions.memberId, reader.id);
    const [changed] = await tx
      .update(questions)
      .set({
        ...text,
        notify: sql`case when ${isAuthor} then ${notify} else ${questions.notify} end`,
        updatedAt: change.now,
      })
      .where(isChangeableBy(reader, id))
      .returning({ memberId: questions.memberId });
    if (changed === undefined) return rejectMissing(tx, id);
    if (changed.memberId === reader.id) return;
    await recordAudit(tx, change, { action: 'UPDATE_QUESTION', target: `question:${id}` });
  });

/** Makes a question secret or public for an admin. Throws NOT_FOUND, and CHANGED_MEANWHILE when its texts are not those in `seen`. */
export const changeVisibility = (
  db: Db,
  id: number,
  { secret, seen }: BodyOf<typeof adminQuestionEndpoints.changeVisibility>,
  change: AuditContext,
): Promise<void> =>
  db.transaction(async (tx) => {
    const [question] = await tx.select().from(questions).where(eq(questions.id, id)).for('update');
    if (question === undefined) throw appError('NOT_FOUND');
    if (question.secret === secret) return;
    if (question.title !== seen.title || question.content !== seen.content)
      throw appError('CHANGED_MEANWHILE', { message: '그사이 문의가 변경되었습니다. 다시 확인해 주세요.' });
    await tx.update(questions).set({ secret, updatedAt: change.now }).where(eq(questions.id, id));
    await queueVisibilityChanged(tx, { ...question, secret }, change.now);
    const action = secret ? 'MAKE_QUESTION_SECRET' : 'MAKE_QUESTION_PUBLIC';
    await recordAudit(tx, change, { action, target: `question:${id}` });
  });

/** Deletes a question with its answer and its notifications, queued or sent; allowed for the author and admins. */
export const deleteQuestion = async (
  { db }: Deps,
  reader: Viewer,
  id: number,
  change: AuditContext,
): Promise<void> =>
  db.transaction(async (tx) => {
    const [deleted] = await tx
      .delete(questions)
      .where(isChangeableBy(reader, id))
      .returning({ memberId: questions.memberId });
    if (deleted === undefined) return rejectMissing(tx, id);
    await completeRequest(tx);
    if (deleted.memberId === reader.id) return;
    await recordAudit(tx, change, { action: 'DELETE_QUESTION', target: `question:${id}` });
  });

/** Copies the questions of a member whose account is being deleted. The law requires us to retain them for 3 years. */
export const archiveDisputes = async (tx: Tx, { memberId }: MemberDeleted): Promise<void> => {
  await tx.execute(sql`
    insert into legal_retention.disputes
      (subject_hash, name, phone, title, content, asked_at, answer, answered_at, since)
    select ${hashMemberId(memberId)}::bytea, members.name, members.phone, title, questions.content, questions.created_at,
      answers.content, answers.created_at,
      (greatest(questions.created_at, answers.created_at) at time zone 'Asia/Seoul')::date
    from questions join members on members.id = questions.member_id
      left join answers on answers.question_id = questions.id
    where questions.member_id = ${memberId}
  `);
};

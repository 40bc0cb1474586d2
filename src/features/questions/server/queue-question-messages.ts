import { and, eq, sql } from 'drizzle-orm';
import { members } from '#core/auth/server/tables.ts';
import { readSection } from '#core/content/server/read-sections.ts';
import { messageSections, type MessageSettings } from '#core/messages/contract/sections.ts';
import { studioRecipients } from '#core/messages/server/recipients.ts';
import { notifications } from '#core/messages/server/tables.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { questionMessageKinds } from './message-kinds.ts';
import type { answers, questions } from './tables.ts';

type Kind = keyof typeof questionMessageKinds;
const ASKED = 'QUESTION_ASKED' satisfies Kind;
const ANSWERED = 'QUESTION_ANSWERED' satisfies Kind;
const VISIBILITY_CHANGED = 'QUESTION_VISIBILITY_CHANGED' satisfies Kind;

/** Queues messages to the studio about a new question in its transaction, unless they are switched off. */
export const queueQuestionAsked = async (
  tx: Tx,
  messages: MessageSettings,
  questionId: number,
  now: Date,
): Promise<void> => {
  const recipients = studioRecipients(messages);
  if (!messages.studioAsked || recipients.length === 0) return;
  const values = { 링크: '/admin/questions' };
  const message = { kind: ASKED, questionId, values, dueAt: now, createdAt: now };
  await tx.insert(notifications).values(recipients.map((recipient) => ({ ...message, ...recipient })));
};

/** Queues the message to the author, `memberId`, about an answer in its transaction, unless the studio or the author switched it off. */
export const queueQuestionAnswered = async (
  tx: Tx,
  { id: subjectVersion, questionId }: typeof answers.$inferSelect,
  memberId: string,
  now: Date,
): Promise<void> => {
  if (!(await readSection(tx, messageSections.messages)).answered) return;
  const { wantsAnswers } = members;
  const [author] = await tx.select({ wantsAnswers }).from(members).where(eq(members.id, memberId));
  if (author?.wantsAnswers !== true) return;
  await tx.insert(notifications).values({
    kind: ANSWERED,
    questionId,
    memberId,
    subjectVersion,
    values: { 링크: '/question?mine=true' },
    dueAt: now,
    createdAt: now,
  });
};

/** Cancels the messages of this kind about a question that are still queued. */
export const cancelQueued = async (tx: Tx, kind: Kind, questionId: number): Promise<void> => {
  const isOfThis = and(eq(notifications.questionId, questionId), eq(notifications.kind, kind));
  await tx.delete(notifications).where(and(isOfThis, eq(notifications.state, 'QUEUED')));
};

/**
 * Queues the message to the author of a question that an admin made secret or public, in its transaction, unless the studio switched it
 * off. Replaces a queued one about an earlier change. Admins and members without a phone number get none.
 */
export const queueVisibilityChanged = async (
  tx: Tx,
  { id, memberId, secret }: typeof questions.$inferSelect,
  now: Date,
): Promise<void> => {
  await cancelQueued(tx, VISIBILITY_CHANGED, id);
  if (!(await readSection(tx, messageSections.messages)).visibilityChanged) return;
  const values = JSON.stringify({ 공개여부: secret ? '비밀글' : '공개 문의', 링크: '/question?mine=true' });
  const at = now.toISOString();
  // Each change has a version of its own, because a message is queued once per version.
  await tx.execute(sql`
    insert into notifications (kind, question_id, member_id, subject_version, "values", due_at, created_at)
    select ${VISIBILITY_CHANGED}, ${id}::bigint, id, ${now.getTime()}::bigint, ${values}::jsonb, ${at}::timestamptz, ${at}::timestamptz
    from members where id = ${memberId} and role = 'MEMBER' and phone is not null`);
};

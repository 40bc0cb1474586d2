import { and, eq } from 'drizzle-orm';
import { members } from '#core/auth/server/tables.ts';
import { readSection } from '#core/content/server/read-sections.ts';
import { messageSections, type MessageSettings } from '#core/messages/contract/sections.ts';
import { studioRecipients } from '#core/messages/server/recipients.ts';
import { notifications } from '#core/messages/server/tables.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { questionMessageKinds } from './message-kinds.ts';
import type { answers } from './tables.ts';

const ASKED = 'QUESTION_ASKED' satisfies keyof typeof questionMessageKinds;
const ANSWERED = 'QUESTION_ANSWERED' satisfies keyof typeof questionMessageKinds;

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

/** Cancels the message about a deleted answer, if it is still queued. */
export const cancelQuestionAnswered = async (tx: Tx, questionId: number): Promise<void> => {
  const isOfThis = and(eq(notifications.questionId, questionId), eq(notifications.kind, ANSWERED));
  await tx.delete(notifications).where(and(isOfThis, eq(notifications.state, 'QUEUED')));
};

import { and, eq, inArray } from 'drizzle-orm';
import { members } from '#core/auth/server/tables.ts';
import type { SectionBody } from '#core/content/contract/sections.ts';
import { readSection } from '#core/content/server/read-sections.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { notifications } from './tables.ts';

/** How a message to a member who has left ends. */
export const WITHDRAWN_END = { state: 'SUPERSEDED', resultCode: 'WITHDRAWN' } as const;

/** Only mobile numbers receive messages. */
export const MOBILE = /^010[0-9]{8}$/;

/** The studio's numbers and e-mail addresses. */
export const studioRecipients = ({
  studioPhones,
  studioEmails,
}: Pick<SectionBody<'messages'>, 'studioPhones' | 'studioEmails'>) => [
  ...studioPhones.map((address, index) => ({ recipient: `STUDIO ${index + 1}`, address })),
  ...studioEmails.map((address, index) => ({ recipient: `EMAIL ${index + 1}`, address })),
];

/** Drops the messages about a reservation that were not sent, in the transaction that changes it. */
export const dropReservationMessages = async (tx: Tx, reservationId: number): Promise<void> => {
  await tx
    .update(notifications)
    // Earlier than the clock of any process that sends it.
    .set({ dropAt: notifications.createdAt })
    .where(eq(notifications.reservationId, reservationId));
};

/** Queues messages to the studio about a new question, in its transaction. */
export const queueQuestionAsked = async (
  tx: Tx,
  messages: SectionBody<'messages'>,
  questionId: number,
  now: Date,
): Promise<void> => {
  const recipients = studioRecipients(messages);
  if (!messages.studioAsked || recipients.length === 0) return;
  const values = { 링크: '/admin/questions' };
  const message = { kind: 'QUESTION_ASKED' as const, questionId, values, dueAt: now, createdAt: now };
  await tx.insert(notifications).values(recipients.map((recipient) => ({ ...message, ...recipient })));
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
  const { wantsAnswers } = members;
  const [author] = await tx.select({ wantsAnswers }).from(members).where(eq(members.id, memberId));
  if (author?.wantsAnswers !== true) return;
  await tx.insert(notifications).values({
    kind: 'QUESTION_ANSWERED',
    questionId,
    memberId,
    subjectVersion: answerId,
    values: { 링크: '/question?mine=true' },
    dueAt: now,
    createdAt: now,
  });
};

/** Cancels the message about an answer that was deleted before it was sent. */
export const cancelQuestionAnswered = async (tx: Tx, questionId: number): Promise<void> => {
  const isOfThis = and(eq(notifications.questionId, questionId), eq(notifications.kind, 'QUESTION_ANSWERED'));
  await tx.delete(notifications).where(and(isOfThis, eq(notifications.state, 'QUEUED')));
};

/** Ends the messages to a member that did not arrive, in the transaction that deletes the member. Nobody has to look at them. */
export const endMessagesOfMember = async (tx: Tx, memberId: string, now: Date): Promise<void> => {
  const isOpen = inArray(notifications.state, ['QUEUED', 'UNKNOWN', 'FAILED']);
  await tx
    .update(notifications)
    .set({ ...WITHDRAWN_END, settledAt: now, phone: null, pollAt: null })
    .where(and(eq(notifications.memberId, memberId), eq(notifications.recipient, 'CUSTOMER'), isOpen));
};

type AdminChange = 'ADMIN_PASSWORD_RESET' | 'ADMIN_PHONE_CHANGED';

type SecurityNotice =
  | { readonly kind: 'LOGIN_ID_FOUND' | 'PASSWORD_RESET'; readonly memberId: string }
  /** The account is gone, so the row keeps its number until the notice was sent. */
  | { readonly kind: 'WITHDRAWN'; readonly phone: string }
  /** Sent to the old number. */
  | { readonly kind: 'PHONE_CHANGED'; readonly memberId: string; readonly phone: string }
  | { readonly kind: 'ADMIN_LOGIN' | AdminChange; readonly recipient: string; readonly address: string };

/** Queues a notice of a security-relevant change of an account, in its transaction. It is also sent at night. */
export const queueSecurityNotice = async (tx: Tx, notice: SecurityNotice, now: Date): Promise<void> => {
  const sent = { values: {}, sendsAtNight: true, dueAt: now, createdAt: now };
  await tx.insert(notifications).values({ ...notice, ...sent });
};

/** Queues a notice of a change of an admin's account to every number of the studio, in its transaction. */
export const queueStudioNotices = async (tx: Tx, kind: AdminChange, now: Date): Promise<void> => {
  const { studioPhones } = await readSection(tx, 'messages');
  for (const recipient of studioRecipients({ studioPhones, studioEmails: [] }))
    await queueSecurityNotice(tx, { kind, ...recipient }, now);
};

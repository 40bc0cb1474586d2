import { contentSections } from '#core/content/contract/sections.ts';
import { describeDocument } from '#core/content/server/legal/document-announcements.ts';
import { documentMessageKinds } from '#core/content/server/legal/message-kinds.ts';
import { readDraftedSections } from '#core/content/server/read-sections.ts';
import { fillVariables } from '#core/messages/contract/alimtalk-settings.ts';
import type { MessageExample } from '#core/messages/contract/notifications.ts';
import { messageSections } from '#core/messages/contract/sections.ts';
import { variablesOf } from '#core/messages/server/load-message.ts';
import type { MessageKind } from '#core/messages/server/message-kind.ts';
import { fillTemplate, formatMessage } from '#core/messages/server/message-text.ts';
import { questionMessageKinds } from '#features/questions/server/message-kinds.ts';
import { reservationMessageKinds } from '#features/reservations/server/messages/message-kinds.ts';
import { describeReservation } from '#features/reservations/server/messages/queue-reservation-messages.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import type { Deps } from '#platform/server/deps.ts';
import { countSmsBytes } from '#platform/server/ports/sms/sms-length.ts';

const kinds = { ...reservationMessageKinds, ...questionMessageKinds, ...documentMessageKinds };

const shown: readonly (keyof typeof kinds)[] = [
  'RESERVATION_BOOKED',
  'RESERVATION_MOVED',
  'RESERVATION_CANCELLED',
  'REMINDER_DAY_BEFORE',
  'QUESTION_ANSWERED',
  'QUESTION_VISIBILITY_CHANGED',
  'TERMS_CHANGED',
];

/** Examples of messages to customers: their texts by the settings, drafts included, with made-up data. */
export const listMessageExamples = async ({
  db,
  clock,
  env,
}: Pick<Deps, 'db' | 'clock' | 'env'>): Promise<MessageExample[]> => {
  const { identity, alimtalk, categories } = await readDraftedSections(db, {
    identity: contentSections.identity,
    categories: contentSections.categories,
    alimtalk: messageSections.alimtalk,
  });
  const category = categories.categories.find(({ isHidden }) => !isHidden);
  const today = seoulDate(clock.now());
  const meeting = {
    id: 1,
    date: addDays(today, 7),
    slot: '15-16',
    guestName: null,
    meetingKind: 'VISIT',
    answers: [],
  } satisfies Parameters<typeof describeReservation>[0];
  const { values: reservation } = describeReservation(meeting, 'CUSTOMER', {
    date: addDays(today, 6),
    slot: '09-10',
  });
  const document = describeDocument('terms', { version: 2, effectiveOn: addDays(today, 30) });
  const values = variablesOf(identity, {
    ...document,
    ...reservation,
    카테고리: category?.name ?? '',
    공개여부: '비밀글',
    고객명: '김사진',
    링크: `${env.publicUrl}${reservation['링크']}`,
  });
  const describeAlimtalk = (kind: MessageKind): MessageExample['alimtalk'] => {
    const { alimtalk: name } = kind;
    if (name === undefined) return null;
    const { text, review } = alimtalk[name];
    const isSent = fillTemplate(alimtalk, kind, values) !== undefined;
    return { text: fillVariables(text, values) ?? text, review, isSent };
  };
  return shown.map((name) => {
    const kind: MessageKind = kinds[name];
    const sms = formatMessage(identity, kind, values);
    return {
      kind: name,
      label: kind.label,
      values,
      sms,
      smsBytes: countSmsBytes(sms),
      alimtalk: describeAlimtalk(kind),
    };
  });
};

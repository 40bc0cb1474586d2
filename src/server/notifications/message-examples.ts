import { fillVariables } from '#contract/settings/alimtalk-settings.ts';
import { notificationEndpoints, type MessageExample, type Notification } from '#contract/notifications.ts';
import { addDays, seoulDate } from '#contract/seoul-time.ts';
import type { Deps } from '#server/deps.ts';
import { defineRoute, type Route } from '#server/http/define-route.ts';
import { countSmsBytes } from '#server/ports/sms/sms-length.ts';
import { readDraftedSections } from '#server/studio/read-sections.ts';
import { alimtalkTemplates, fillTemplate, formatMessage } from './message-text.ts';
import { variablesOf } from './load-message.ts';
import { describeDocument } from './document-announcements.ts';
import { describeReservation } from './queue-reservation-messages.ts';

const kinds: readonly Notification['kind'][] = [
  'RESERVATION_BOOKED',
  'RESERVATION_MOVED',
  'RESERVATION_CANCELLED',
  'REMINDER_DAY_BEFORE',
  'QUESTION_ANSWERED',
  'TERMS_CHANGED',
];

/** The customers' messages as the settings with their drafts form them, for a made-up meeting in a week. */
const listMessageExamples = async ({
  db,
  clock,
  settings,
}: Pick<Deps, 'db' | 'clock' | 'settings'>): Promise<MessageExample[]> => {
  const { identity, alimtalk } = await readDraftedSections(db);
  const today = seoulDate(clock.now());
  const meeting = {
    id: 1,
    date: addDays(today, 7),
    slot: '15-16',
    shootType: 'WEDDING',
    guestName: null,
  } as const;
  const { values: reservation } = describeReservation(meeting, 'CUSTOMER', {
    date: addDays(today, 6),
    slot: '09-10',
  });
  const document = describeDocument('terms', { version: 2, effectiveOn: addDays(today, 30) });
  const values = variablesOf(identity, {
    ...document,
    ...reservation,
    고객명: '김사진',
    링크: `${settings.publicUrl}${reservation['링크']}`,
  });
  const describeAlimtalk = (kind: Notification['kind']): MessageExample['alimtalk'] => {
    const name = alimtalkTemplates[kind];
    if (name === undefined) return null;
    const { text, review } = alimtalk[name];
    const isSent = fillTemplate(alimtalk, kind, values) !== undefined;
    return { text: fillVariables(text, values) ?? text, review, isSent };
  };
  return kinds.map((kind) => {
    const sms = formatMessage(identity, kind, values);
    return { kind, sms, smsBytes: countSmsBytes(sms), alimtalk: describeAlimtalk(kind) };
  });
};

export const messageExampleRoutes: readonly Route[] = [
  defineRoute(notificationEndpoints.listMessageTexts, (_request, deps) => listMessageExamples(deps)),
];

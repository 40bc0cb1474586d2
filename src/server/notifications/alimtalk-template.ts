import { fillVariables, type AlimtalkName } from '#contract/settings/alimtalk-settings.ts';
import type { Notification } from '#contract/notifications.ts';
import type { SectionBody } from '#contract/settings/sections.ts';
import type { Alimtalk } from '#server/ports/sms/sms.ts';

/** The template of each message that goes to customers by KakaoTalk. Security notices are sent as SMS only. */
export const alimtalkTemplates: Partial<Readonly<Record<Notification['kind'], AlimtalkName>>> = {
  RESERVATION_BOOKED: 'booked',
  RESERVATION_REOPENED: 'booked',
  RESERVATION_MOVED: 'moved',
  RESERVATION_CANCELLED: 'cancelled',
  REMINDER_DAY_BEFORE: 'reminder',
  REMINDER_HOURS_BEFORE: 'reminder',
  QUESTION_ANSWERED: 'answered',
  TERMS_CHANGED: 'documentChanged',
  PRIVACY_CHANGED: 'documentChanged',
  REFUND_CHANGED: 'documentChanged',
};

/** Fills in the approved template of a message; undefined when none is approved, so that an SMS is sent instead. */
export const fillTemplate = (
  settings: SectionBody<'alimtalk'>,
  kind: Notification['kind'],
  values: Readonly<Record<string, string>>,
): Alimtalk | undefined => {
  const name = alimtalkTemplates[kind];
  if (settings.channelId === '' || name === undefined) return undefined;
  const { text, code: templateCode, review } = settings[name];
  if (review !== 'APPROVED') return undefined;
  const filled = fillVariables(text, values);
  if (filled === undefined) return undefined;
  const variables = Object.fromEntries(Object.entries(values).map(([key, value]) => [`#{${key}}`, value]));
  return { channelId: settings.channelId, templateCode, text: filled, variables };
};

import type { Studio } from '#core/content/contract/studio.ts';
import { chooseDirectionParticles } from '#platform/contract/text/direction-particle.ts';
import {
  countSmsBytes,
  MAX_SMS_BYTES,
  MIN_NAME_BYTES,
  truncateToSmsBytes,
} from '#platform/server/ports/sms/sms-length.ts';
import type { Alimtalk } from '#platform/server/ports/sms/sms.ts';
import { fillVariables } from '../contract/alimtalk-settings.ts';
import type { AlimtalkSettings } from '../contract/sections.ts';
import type { MessageKind } from './message-kind.ts';

/** The values of the variables in a message's texts, by name. In the database `링크` is a path. */
export type MessageValues = Readonly<Record<string, string>>;

/**
 * Formats a message that fits one SMS. If needed, shortens the studio's name, and omits the weekdays of the dates, else the studio's
 * phone number, else both and the end of the text. Throws when a value of its text is missing.
 */
export const formatMessage = (
  { name, phone }: Pick<Studio, 'name' | 'phone'>,
  kind: MessageKind,
  values: MessageValues,
): string => {
  const filled = fillVariables(kind.text, { ...kind.defaults, ...values });
  if (filled === undefined) throw new Error(`a value of the message is missing: ${kind.text}`);
  const roomBeside = (rest: string): number => MAX_SMS_BYTES - countSmsBytes(`[] ${rest}`);
  const text = chooseDirectionParticles(filled);
  const withoutWeekdays = text.replaceAll(/\([월화수목금토일]\)/g, '');
  const contact = kind.namesContact === true ? ` 문의 ${phone}` : '';
  const rest =
    [text + contact, withoutWeekdays + contact, text].find((one) => roomBeside(one) >= MIN_NAME_BYTES) ??
    truncateToSmsBytes(withoutWeekdays, roomBeside('') - MIN_NAME_BYTES);
  return `[${truncateToSmsBytes(name, roomBeside(rest))}] ${rest}`;
};

/**
 * Fills in the approved template of a message; undefined without a sender profile, without an approved template or when a value is missing,
 * so that an SMS is sent instead.
 */
export const fillTemplate = (
  settings: AlimtalkSettings,
  { alimtalk: name }: Pick<MessageKind, 'alimtalk'>,
  values: Readonly<Record<string, string>>,
): Alimtalk | undefined => {
  if (settings.channelId === '' || name === undefined) return undefined;
  const { text, code: templateCode, review } = settings[name];
  if (review !== 'APPROVED') return undefined;
  const filled = fillVariables(text, values);
  if (filled === undefined) return undefined;
  const variables = Object.fromEntries(Object.entries(values).map(([key, value]) => [`#{${key}}`, value]));
  return { channelId: settings.channelId, templateCode, text: filled, variables };
};

import type { Mailer } from './mail/mailer.ts';
import type { Sms } from './sms/sms.ts';

/** Accepts messages without sending them, for commands and tools that must not tell anybody. */
export const noSms: Sms = {
  send: () => Promise.resolve({ outcome: 'accepted' }),
  findSent: () => Promise.resolve(null),
  findDelivery: () => Promise.resolve({ state: 'pending' }),
};

/** Accepts mails without sending them. */
export const noMailer: Mailer = { send: () => Promise.resolve({ outcome: 'accepted' }) };

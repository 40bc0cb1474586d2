import { setTimeout as sleep } from 'node:timers/promises';
import type { Notification } from '#core/messages/contract/notifications.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import type { SmsServer } from '#test/fakes/sms-server.ts';
import { bookByPhone, bookEvening, move } from './fill-reservations.ts';
import { call, type Site } from './site-client.ts';

const TIMEOUT_MS = 120_000;

interface Tokens {
  /** Of a member for whom only messages of this file are sent. */
  readonly member: string;
  readonly admin: string;
}

const waitForMessages = async (
  site: Site,
  token: string,
  query: string,
  isReached: (messages: readonly Notification[]) => boolean,
): Promise<void> => {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await sleep(500)) {
    const messages = await call<Notification[]>(site, `/api/admin/notification${query}`, { token });
    if (isReached(messages)) return;
  }
  throw new Error(`the messages${query} were not sent as they should`);
};

const waitForState = (
  site: Site,
  token: string,
  reservationId: number,
  state: Notification['state'],
): Promise<void> =>
  waitForMessages(site, token, `?reservation=${reservationId}`, (messages) =>
    messages.some((message) => message.state === state && message.attempts > 0),
  );

/** Waits until nothing is queued, so that the provider misbehaves for the following messages only. */
const waitUntilSent = (site: Site, token: string): Promise<void> =>
  waitForMessages(site, token, '', (messages) => messages.every(({ state }) => state !== 'QUEUED'));

/** Messages that arrived, failed and were replaced by an SMS. */
const fillDelivered = async (site: Site, sms: SmsServer, { member, admin }: Tokens): Promise<void> => {
  const outcomes = [
    { days: 21, result: 'delivered', state: 'DELIVERED' },
    { days: 22, result: 'failed', state: 'FAILED' },
    { days: 23, result: 'replaced', state: 'DELIVERED' },
  ] as const;
  for (const { days, result, state } of outcomes) {
    const { id } = await bookEvening(site, member, days);
    await waitForState(site, admin, id, 'SENT');
    const sent = sms.accepted.findLast(({ channel }) => channel === 'ALIMTALK');
    if (sent === undefined) throw new Error('no alimtalk was sent');
    sent.result = result;
    await call(site, '/api/message-reports', { body: [{ messageId: sent.id }] });
    await waitForState(site, admin, id, state);
  }
};

const fillUnknown = async (site: Site, sms: SmsServer, { member, admin }: Tokens): Promise<void> => {
  await waitUntilSent(site, admin);
  sms.misbehave('garbage');
  await waitForState(site, admin, (await bookEvening(site, member, 24)).id, 'UNKNOWN');
  sms.misbehave(null);
};

/** The reservation changes before the message about the former change is sent. */
const fillSuperseded = async (site: Site, { member, admin }: Tokens): Promise<void> => {
  const { id } = await bookEvening(site, member, 25);
  for (const days of [26, 27]) await move(site, member, id, days);
  await waitForState(site, admin, id, 'SUPERSEDED');
};

/**
 * Leaves a message in each state. The provider refuses everything afterwards, so that the last message waits to be sent again.
 */
export const fillMessages = async (site: Site, sms: SmsServer, tokens: Tokens): Promise<void> => {
  await fillUnknown(site, sms, tokens);
  await fillSuperseded(site, tokens);
  await fillDelivered(site, sms, tokens);
  await waitUntilSent(site, tokens.admin);
  sms.misbehave({ status: 400 });
  const meeting = { date: addDays(seoulDate(site.now()), 28), time: '18-19' };
  const { id } = await bookByPhone(site, tokens.admin, meeting);
  await waitForState(site, tokens.admin, id, 'QUEUED');
};

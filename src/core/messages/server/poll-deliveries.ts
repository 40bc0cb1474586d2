import { and, eq, inArray, sql } from 'drizzle-orm';
import { MINUTE_MS, HOUR_MS } from '#platform/contract/durations.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { AcceptedMessage } from '#platform/server/ports/sms/sms.ts';
import { WITHDRAWN_END } from './end-messages-to-customer.ts';
import {
  claimedColumns,
  composeMessage,
  isKnown,
  updateAttempt,
  type ClaimedNotification,
} from './load-message.ts';
import type { MessageKinds } from './message-kind.ts';
import { notifications } from './tables.ts';

type PollDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'sms' | 'env'> & { readonly kinds: MessageKinds };

/** Delays after the first, second, … attempt that the provider did not accept. */
export const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS] as const;

/**
 * Minimum time between two looks at the provider's list. A message whose result is unknown is sent again by itself only when neither found
 * it.
 */
const SECOND_LOOK_DELAY_MS = 2 * MINUTE_MS;

/** A message whose attempt is older is not sent again automatically: it comes too late, and the provider may no longer know the attempt. */
const MAX_RESEND_AGE_MS = 72 * HOUR_MS;

/** The first message that belongs to no other notification. */
const findUnclaimed = async (
  { db }: PollDeps,
  found: readonly AcceptedMessage[],
): Promise<AcceptedMessage | undefined> => {
  if (found.length === 0) return undefined;
  const { providerMessageId } = notifications;
  const ids = found.map(({ messageId }) => messageId);
  const rows = await db
    .select({ providerMessageId })
    .from(notifications)
    .where(inArray(providerMessageId, ids));
  return found.find(({ messageId }) => rows.every((row) => row.providerMessageId !== messageId));
};

/**
 * Asks the provider's list for a message whose result is unknown. Found, it counts as sent. Missing twice, at least two minutes apart, it
 * is queued again, unless it is too old or this was its fifth attempt. When the provider does not answer, a later poll may ask again.
 */
const resolveUnknown = async (deps: PollDeps, unknown: ClaimedNotification): Promise<void> => {
  const { db, clock, log, sms, kinds } = deps;
  const { attempts, missingSince, dueAt: startedAt } = unknown;
  const update = (values: Partial<typeof notifications.$inferSelect>) => updateAttempt(db, unknown, values);
  const now = clock.now();
  const queue = (dueAt: Date) => update({ state: 'QUEUED', dueAt, settledAt: null, pollAt: null });

  const composed = await composeMessage(deps, unknown);
  // Queued, because sending records why it is not sent.
  if (composed.kind !== 'sms') return queue(now);
  const found = await sms.findSent(composed.message, startedAt);
  if (found === null) return;
  const accepted = await findUnclaimed(deps, found);
  if (accepted !== undefined) {
    const { messageId: providerMessageId, channel } = accepted;
    // Its delivery is looked up by this run or a later one.
    const sent = { state: 'SENT', channel, providerMessageId, resultCode: null, phone: null } as const;
    return update({ ...sent, settledAt: startedAt, pollAt: now, polls: 0 });
  }
  if (now.getTime() - startedAt.getTime() > MAX_RESEND_AGE_MS) return;
  if (missingSince === null)
    return update({ missingSince: now, pollAt: new Date(now.getTime() + SECOND_LOOK_DELAY_MS) });
  if (now.getTime() - missingSince.getTime() < SECOND_LOOK_DELAY_MS) return;
  log.warn({ event: 'notification_not_found', kind: unknown.kind });
  const pause = RETRY_DELAYS_MS[attempts - 1];
  if (pause === undefined) {
    const isForFormerMember = kinds[unknown.kind]?.isForFormerMember === true;
    const end = isForFormerMember ? WITHDRAWN_END : ({ state: 'FAILED' } as const);
    return update({ ...end, settledAt: now, phone: null, pollAt: null });
  }
  return queue(new Date(Math.max(now.getTime(), startedAt.getTime() + pause)));
};

/** The provider is usually asked 1, 5 and 30 minutes after sending, then hourly for three days. */
export const FIRST_POLL_MS = 60_000;
/** Notifications per run, so that a shutdown need not wait for many requests. */
const BATCH_SIZE = 20;

/** Claims one notification to look up, and schedules the next look unless its attempt is old. */
const claimPolled = async ({ db, clock, kinds }: PollDeps): Promise<ClaimedNotification | undefined> => {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  const isOld = sql`due_at < ${now} - interval '72 hours'`;
  const [polled] = await db
    .update(notifications)
    .set({
      polls: sql`polls + 1`,
      phone: sql`case when not ${isOld} then phone end`,
      pollAt: sql`case
        when ${isOld} then null
        when polls = 0 then ${now} + interval '4 minutes'
        when polls = 1 then ${now} + interval '25 minutes'
        else ${now} + interval '1 hour' end`,
    })
    .where(
      sql`id = (
        select id from notifications where poll_at <= ${now} and (state = 'SENT' or "values" is not null and ${isKnown(kinds)})
        order by poll_at limit 1 for update skip locked
      )`,
    )
    .returning(claimedColumns);
  return polled;
};

const recordDelivery = async (
  { db, clock, log, sms }: PollDeps,
  id: number,
  accepted: AcceptedMessage,
): Promise<void> => {
  const { messageId, channel } = accepted;
  const delivery = await sms.findDelivery(accepted);
  if (delivery.state === 'pending') return;
  const isReplaced = channel === 'ALIMTALK' && delivery.channel === 'SMS';
  const hasFailed = delivery.state === 'failed';
  if (hasFailed) log.warn({ event: 'notification_not_delivered', code: delivery.code });
  await db
    .update(notifications)
    .set({
      state: hasFailed ? 'FAILED' : 'DELIVERED',
      isReplaced,
      resultCode: hasFailed || isReplaced ? (delivery.code ?? null) : null,
      settledAt: clock.now(),
      pollAt: null,
    })
    // It may have been sent again in the meantime.
    .where(and(eq(notifications.id, id), eq(notifications.providerMessageId, messageId)));
};

/** Asks the provider whether accepted messages were delivered, and whether it has the messages whose result is unknown. Sends nothing. */
export const pollDeliveries = async (deps: PollDeps): Promise<void> => {
  for (let count = 0; count < BATCH_SIZE; count += 1) {
    const polled = await claimPolled(deps);
    if (polled === undefined) return;
    const { id, providerMessageId: messageId, channel } = polled;
    if (messageId === null || channel === null || channel === 'EMAIL') await resolveUnknown(deps, polled);
    else await recordDelivery(deps, id, { messageId, channel });
  }
};

/**
 * Makes a run look up the delivery of these messages soon. Anybody may call the webhook that reports them, so nothing else in the report is
 * believed; unknown ids and messages with a result are ignored.
 */
export const requestPolls = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  messageIds: readonly string[],
): Promise<void> => {
  await db
    .update(notifications)
    .set({ pollAt: clock.now() })
    .where(and(inArray(notifications.providerMessageId, [...messageIds]), eq(notifications.state, 'SENT')));
};

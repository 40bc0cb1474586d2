import { and, eq, inArray, sql } from 'drizzle-orm';
import { notifications } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { AcceptedMessage, Delivery } from '#server/ports/sms/sms.ts';
import { claimedColumns } from './load-message.ts';
import { resolveUnknown, type UnknownNotification } from './resolve-unknown.ts';

type PollDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'sms' | 'settings'>;

/** The provider is asked 1, 5 and 30 minutes after sending, then hourly for three days. */
export const FIRST_POLL_MS = 60_000;
/** Notifications per run, so that a shutdown need not wait for many requests. */
const BATCH_SIZE = 20;

type Polled = UnknownNotification &
  (
    | ({ readonly state: 'SENT' } & AcceptedMessage)
    | { readonly state: 'UNKNOWN'; readonly messageId: null; readonly channel: null }
  );

/** Claims one notification to look up, and schedules the next look. `due_at` is when it was sent. */
const claimPolled = async ({ db, clock }: PollDeps): Promise<Polled | undefined> => {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  const isOld = sql`due_at < ${now} - interval '72 hours'`;
  const { rows } = await db.execute<Polled>(sql`
    update notifications set polls = polls + 1, phone = case when not ${isOld} then phone end, poll_at = case
      when ${isOld} then null
      when polls = 0 then ${now} + interval '4 minutes'
      when polls = 1 then ${now} + interval '25 minutes'
      else ${now} + interval '1 hour' end
    where id = (
      select id from notifications where poll_at <= ${now} order by poll_at limit 1 for update skip locked
    )
    returning ${claimedColumns}, state, provider_message_id as "messageId", channel,
      (extract(epoch from missing_since) * 1000)::bigint::text as "missingSince"
  `);
  return rows[0];
};

const recordDelivery = async (
  { db, clock, log }: PollDeps,
  { id, messageId, channel }: Pick<Polled, 'id'> & AcceptedMessage,
  delivery: Delivery,
): Promise<void> => {
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
    .where(and(eq(notifications.id, Number(id)), eq(notifications.providerMessageId, messageId)));
};

/** Asks the provider what became of accepted messages, and whether it has those whose result is unknown. Sends nothing. */
export const pollDeliveries = async (deps: PollDeps): Promise<void> => {
  for (let count = 0; count < BATCH_SIZE; count += 1) {
    const polled = await claimPolled(deps);
    if (polled === undefined) return;
    if (polled.state === 'UNKNOWN') await resolveUnknown(deps, polled);
    else await recordDelivery(deps, polled, await deps.sms.findDelivery(polled));
  }
};

/**
 * Has the delivery of these messages looked up by the next run. Anybody may call the webhook, so nothing else of it is believed;
 * unknown ids and messages with a result are ignored.
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

import { and, eq, inArray, sql } from 'drizzle-orm';
import { notifications } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Delivery, SmsChannel } from '#server/ports/sms/sms.ts';

type PollDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'sms'>;

/** The provider is asked 1, 5 and 30 minutes after sending, then hourly for three days. */
export const FIRST_POLL_MS = 60_000;
/** Notifications per run, so that a shutdown need not wait for many requests. */
const BATCH_SIZE = 20;

interface Sent extends Record<string, unknown> {
  readonly id: number | string;
  readonly messageId: string;
  readonly channel: SmsChannel;
}

/** Claims one notification whose delivery is to be looked up, and schedules the next look. `due_at` is when it was sent. */
const claimSent = async ({ db, clock }: PollDeps): Promise<Sent | undefined> => {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  const { rows } = await db.execute<Sent>(sql`
    update notifications set polls = polls + 1, poll_at = case
      when due_at < ${now} - interval '72 hours' then null
      when polls = 0 then ${now} + interval '4 minutes'
      when polls = 1 then ${now} + interval '25 minutes'
      else ${now} + interval '1 hour' end
    where id = (
      select id from notifications where poll_at <= ${now} order by poll_at limit 1 for update skip locked
    )
    returning id, provider_message_id as "messageId", channel
  `);
  return rows[0];
};

const recordDelivery = async (
  { db, clock, log }: PollDeps,
  { id, messageId, channel }: Sent,
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

/** Asks the provider what became of accepted messages. Sends nothing. */
export const pollDeliveries = async (deps: PollDeps): Promise<void> => {
  for (let count = 0; count < BATCH_SIZE; count += 1) {
    const sent = await claimSent(deps);
    if (sent === undefined) return;
    await recordDelivery(deps, sent, await deps.sms.findDelivery(sent));
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

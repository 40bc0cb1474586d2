import { eq, sql } from 'drizzle-orm';
import type { Notification } from '#contract/notifications.ts';
import { notifications } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { SmsResult } from '#server/ports/sms/sms.ts';
import { loadMessage } from './load-message.ts';
import type { ClaimedNotification, LoadedMessage } from './load-message.ts';
import { FIRST_POLL_MS } from './poll-deliveries.ts';
import { isQuiet } from './quiet-hours.ts';

type SendDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'sms' | 'mailer' | 'settings'>;

const MINUTE_MS = 60_000;
/** Delays after the first, second, … rejection. */
const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * 60 * MINUTE_MS] as const;
export const MAX_SEND_ATTEMPTS = RETRY_DELAYS_MS.length + 1;
/** Notifications per run, so that a shutdown need not wait for a long queue. */
const BATCH_SIZE = 20;

/**
 * Marks one due notification as `UNKNOWN` before sending, because a crash leaves open whether it was sent; `due_at` becomes the
 * start of the attempt. At night only those are claimed that do not wait for the morning. Announcements to all members do not
 * delay other messages.
 */
const claimDueNotification = async ({ db, clock }: SendDeps): Promise<ClaimedNotification | undefined> => {
  const now = clock.now().toISOString();
  const { rows } = await db.execute<ClaimedNotification>(sql`
    update notifications set state = 'UNKNOWN', attempts = attempts + 1, due_at = ${now}::timestamptz
    where id = (
      select id from notifications
      where state = 'QUEUED' and due_at <= ${now}::timestamptz
        and (sends_at_night or not ${isQuiet(clock.now())}::boolean)
      order by kind in ('TERMS_CHANGED', 'PRIVACY_CHANGED', 'REFUND_CHANGED', 'TERMS_WITHDRAWN', 'PRIVACY_WITHDRAWN',
        'REFUND_WITHDRAWN'), due_at, id
      limit 1
      for update skip locked
    )
    returning id, kind, member_id as "memberId", reservation_id as "reservationId",
      subject_version as "subjectVersion", recipient, phone, attempts
  `);
  return rows[0];
};

interface Result extends Omit<SmsResult<SmsResult['outcome'] | 'nobody' | 'superseded'>, 'channel'> {
  readonly channel?: Notification['channel'] | undefined;
  readonly isSimulated?: boolean | undefined;
}

const stateAfter = ({ outcome, isSimulated }: Result): Notification['state'] => {
  if (outcome === 'accepted') return isSimulated === true ? 'SIMULATED' : 'SENT';
  if (outcome === 'superseded') return 'SUPERSEDED';
  return outcome === 'unknown' ? 'UNKNOWN' : 'FAILED';
};

const recordResult = async (deps: SendDeps, claimed: ClaimedNotification, result: Result): Promise<void> => {
  const { outcome, messageId } = result;
  const now = deps.clock.now();
  const pause = RETRY_DELAYS_MS[claimed.attempts - 1];
  const isThis = eq(notifications.id, Number(claimed.id));
  const resultCode = outcome === 'nobody' ? 'NO_NUMBER' : (result.code ?? null);
  if (outcome === 'rejected' && pause !== undefined) {
    const dueAt = new Date(now.getTime() + pause);
    await deps.db.update(notifications).set({ state: 'QUEUED', dueAt, resultCode }).where(isThis);
    return;
  }
  if (outcome !== 'accepted') deps.log.warn({ event: 'notification_failed', kind: claimed.kind, outcome });
  const update = {
    state: stateAfter(result),
    settledAt: now,
    phone: null,
    channel: result.channel ?? null,
    resultCode,
    providerMessageId: messageId ?? null,
    pollAt: messageId === undefined ? null : new Date(now.getTime() + FIRST_POLL_MS),
  };
  await deps.db.update(notifications).set(update).where(isThis);
};

const sendLoaded = async ({ sms, mailer, log }: SendDeps, loaded: LoadedMessage): Promise<Result> => {
  try {
    switch (loaded.kind) {
      case 'sms':
        return { ...(await sms.send(loaded.message)), isSimulated: sms.isSimulated };
      case 'mail':
        return { ...(await mailer.send(loaded.mail)), channel: 'EMAIL', isSimulated: mailer.isSimulated };
      case 'nobody':
      case 'superseded':
        return { outcome: loaded.kind };
    }
  } catch (error) {
    // The provider may have sent the message.
    log.error({ event: 'sms_failed', err: error });
    return { outcome: 'unknown' };
  }
};

/** Sends due notifications. A rejected one is attempted five times within three hours, one with an unknown outcome once. */
export const sendNotifications = async (deps: SendDeps): Promise<void> => {
  for (let count = 0; count < BATCH_SIZE; count += 1) {
    const claimed = await claimDueNotification(deps);
    if (claimed === undefined) return;
    await recordResult(deps, claimed, await sendLoaded(deps, await loadMessage(deps, claimed)));
  }
};

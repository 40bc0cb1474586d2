import { inArray, sql } from 'drizzle-orm';
import type { Deps } from '#platform/server/deps.ts';
import type { SmsResult } from '#platform/server/ports/sms/sms.ts';
import type { Notification } from '../contract/notifications.ts';
import {
  claimedColumns,
  isKnown,
  loadMessage,
  updateAttempt,
  type ClaimedNotification,
  type LoadedMessage,
} from './load-message.ts';
import type { MessageKinds } from './message-kind.ts';
import { FIRST_POLL_MS, RETRY_DELAYS_MS } from './poll-deliveries.ts';
import { clearRefusals, recordRefusal } from './provider-refusals.ts';
import { isQuiet } from './quiet-hours.ts';
import { notifications } from './tables.ts';

type SendDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'sms' | 'mailer' | 'env'> & {
  readonly kinds: MessageKinds;
};

/** Notifications per run, so that a shutdown need not wait for a long queue. */
const BATCH_SIZE = 20;

/**
 * Marks one due notification as `UNKNOWN` before sending, because a crash leaves open whether it was sent. An SMS is then looked up in the
 * provider's list; e-mail has no such list. `due_at` becomes the start of the attempt. At night claims only messages that may be sent then.
 * Claims only kinds that this version knows, and announcements last.
 */
const claimDueNotification = async ({
  db,
  clock,
  kinds,
}: SendDeps): Promise<ClaimedNotification | undefined> => {
  const announcements = Object.keys(kinds).filter((name) => kinds[name]?.isAnnouncement === true);
  const now = clock.now();
  const isNext = sql`id = (
    select id from notifications
    where state = 'QUEUED' and due_at <= ${now.toISOString()}::timestamptz and "values" is not null
      and (sends_at_night or not ${isQuiet(now)}::boolean) and ${isKnown(kinds)}
    order by ${inArray(sql`kind`, announcements)}, due_at, id
    limit 1
    for update skip locked
  )`;
  const firstPoll = new Date(now.getTime() + FIRST_POLL_MS).toISOString();
  const [claimed] = await db
    .update(notifications)
    .set({
      state: 'UNKNOWN',
      attempts: sql`attempts + 1`,
      dueAt: now,
      polls: 0,
      missingSince: null,
      pollAt: sql`case when recipient not like 'EMAIL%' then ${firstPoll}::timestamptz end`,
    })
    .where(isNext)
    .returning(claimedColumns);
  return claimed;
};

interface Result extends Omit<
  SmsResult<SmsResult['outcome'] | Exclude<LoadedMessage['kind'], 'sms' | 'mail'>>,
  'channel'
> {
  readonly channel?: Notification['channel'] | undefined;
  readonly isSimulated?: boolean | undefined;
}

const stateAfter = ({ outcome, isSimulated }: Result): Notification['state'] => {
  if (outcome === 'accepted') return isSimulated === true ? 'SIMULATED' : 'SENT';
  if (['superseded', 'expired', 'withdrawn'].includes(outcome)) return 'SUPERSEDED';
  return 'FAILED';
};

const resultCodes: Partial<Record<Result['outcome'], string>> = {
  nobody: 'NO_NUMBER',
  withdrawn: 'WITHDRAWN',
  expired: 'EXPIRED',
};

/** Records for the desk whether the SMS provider refuses messages. Records nothing of a provider that is only simulated. */
const recordProviderResult = async (deps: SendDeps, { outcome, code, channel, isSimulated }: Result) => {
  if (channel === 'EMAIL' || isSimulated === true) return;
  if (outcome === 'accepted') await clearRefusals(deps.db);
  if (outcome === 'rejected') await recordRefusal(deps, { code, isVerificationCode: false });
};

const recordResult = async (deps: SendDeps, claimed: ClaimedNotification, result: Result): Promise<void> => {
  const { db, clock } = deps;
  const { outcome, messageId } = result;
  const now = clock.now();
  const pause = RETRY_DELAYS_MS[claimed.attempts - 1];
  const resultCode = resultCodes[outcome] ?? result.code ?? null;
  if (outcome === 'rejected' && pause !== undefined) {
    const dueAt = new Date(now.getTime() + pause);
    return updateAttempt(db, claimed, { state: 'QUEUED', dueAt, resultCode, pollAt: null });
  }
  if (outcome === 'rejected' && deps.kinds[claimed.kind]?.isForFormerMember === true)
    return recordResult(deps, claimed, { outcome: 'withdrawn' });
  if (outcome !== 'accepted') deps.log.warn({ event: 'notification_failed', kind: claimed.kind, outcome });
  // Keeps the time of the next look-up in the provider's list, and the phone number that the look-up needs.
  if (outcome === 'unknown')
    return updateAttempt(db, claimed, { state: 'UNKNOWN', settledAt: now, resultCode });
  return updateAttempt(db, claimed, {
    state: stateAfter(result),
    settledAt: now,
    phone: null,
    channel: outcome === 'accepted' ? (result.channel ?? null) : null,
    resultCode,
    providerMessageId: messageId ?? null,
    pollAt: messageId === undefined ? null : new Date(now.getTime() + FIRST_POLL_MS),
  });
};

const sendLoaded = async ({ sms, mailer, log }: SendDeps, loaded: LoadedMessage): Promise<Result> => {
  try {
    if (loaded.kind === 'sms') return { ...(await sms.send(loaded.message)), isSimulated: sms.isSimulated };
    if (loaded.kind === 'mail')
      return { ...(await mailer.send(loaded.mail)), channel: 'EMAIL', isSimulated: mailer.isSimulated };
    return { outcome: loaded.kind };
  } catch (error) {
    // The provider may have sent the message.
    log.error({ event: 'sms_failed', err: error });
    return { outcome: 'unknown' };
  }
};

/**
 * Sends due notifications. A rejected one is attempted up to five times. An SMS with an unknown outcome is sent again only after the
 * provider was asked twice (`poll-deliveries.ts`), or when an admin resends it.
 */
export const sendNotifications = async (deps: SendDeps): Promise<void> => {
  for (let count = 0; count < BATCH_SIZE; count += 1) {
    const claimed = await claimDueNotification(deps);
    if (claimed === undefined) return;
    const result = await sendLoaded(deps, await loadMessage(deps, claimed));
    await recordResult(deps, claimed, result);
    await recordProviderResult(deps, result);
  }
};

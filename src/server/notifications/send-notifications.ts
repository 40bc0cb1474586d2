import { eq, sql } from 'drizzle-orm';
import { readSection } from '#server/studio/read-sections.ts';
import type { Notification } from '#contract/notifications.ts';
import { members, notifications } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { SmsOutcome } from '#server/ports/sms/sms.ts';
import { formatNotification } from './notification-text.ts';

type SendDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'sms' | 'settings'>;

const MINUTE_MS = 60_000;
/** Delays after the first, second, … rejection. */
const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * 60 * MINUTE_MS] as const;
export const MAX_SEND_ATTEMPTS = RETRY_DELAYS_MS.length + 1;
/** Notifications per run, so that a shutdown need not wait for a long queue. */
const BATCH_SIZE = 20;

interface ClaimedNotification extends Record<string, unknown> {
  readonly id: number | string;
  readonly kind: Notification['kind'];
  readonly memberId: string | null;
  readonly attempts: number;
}

/**
 * Marks one due notification as `UNKNOWN` before sending, because a crash leaves open whether it was sent; `due_at` becomes the
 * start of the attempt.
 */
const claimDueNotification = async ({ db, clock }: SendDeps): Promise<ClaimedNotification | undefined> => {
  const now = clock.now().toISOString();
  const { rows } = await db.execute<ClaimedNotification>(sql`
    update notifications set state = 'UNKNOWN', attempts = attempts + 1, due_at = ${now}::timestamptz
    where id = (
      select id from notifications
      where state = 'QUEUED' and due_at <= ${now}::timestamptz
      order by due_at, id
      limit 1
      for update skip locked
    )
    returning id, kind, member_id as "memberId", attempts
  `);
  return rows[0];
};

const findPhone = async (
  { db, settings }: SendDeps,
  { memberId }: ClaimedNotification,
): Promise<string | null> => {
  if (memberId === null) return settings.alertPhone ?? null;
  const [member] = await db.select({ phone: members.phone }).from(members).where(eq(members.id, memberId));
  return member?.phone ?? null;
};

const stateAfter = (outcome: SmsOutcome | 'nobody', isSimulated = false): Notification['state'] => {
  if (outcome === 'accepted') return isSimulated ? 'SIMULATED' : 'SENT';
  return outcome === 'unknown' ? 'UNKNOWN' : 'FAILED';
};

const recordOutcome = async (
  deps: SendDeps,
  claimed: ClaimedNotification,
  outcome: SmsOutcome | 'nobody',
): Promise<void> => {
  const now = deps.clock.now();
  const pause = RETRY_DELAYS_MS[claimed.attempts - 1];
  const isThis = eq(notifications.id, Number(claimed.id));
  if (outcome === 'rejected' && pause !== undefined) {
    const dueAt = new Date(now.getTime() + pause);
    await deps.db.update(notifications).set({ state: 'QUEUED', dueAt }).where(isThis);
    return;
  }
  if (outcome !== 'accepted') deps.log.warn({ event: 'notification_failed', kind: claimed.kind, outcome });
  const state = stateAfter(outcome, deps.sms.isSimulated);
  await deps.db.update(notifications).set({ state, settledAt: now }).where(isThis);
};

const sendClaimed = async (deps: SendDeps, claimed: ClaimedNotification): Promise<SmsOutcome | 'nobody'> => {
  const to = await findPhone(deps, claimed);
  if (to === null) return 'nobody';
  const text = formatNotification((await readSection(deps.db, 'identity')).name, claimed.kind);
  try {
    return await deps.sms.send({ to, text });
  } catch (error) {
    // The provider may have sent the message.
    deps.log.error({ event: 'sms_failed', err: error });
    return 'unknown';
  }
};

/** Sends due notifications. A rejected one is attempted five times within three hours, one with an unknown outcome once. */
export const sendNotifications = async (deps: SendDeps): Promise<void> => {
  for (let count = 0; count < BATCH_SIZE; count += 1) {
    const claimed = await claimDueNotification(deps);
    if (claimed === undefined) return;
    await recordOutcome(deps, claimed, await sendClaimed(deps, claimed));
  }
};

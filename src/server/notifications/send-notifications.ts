import { eq, sql } from 'drizzle-orm';
import type { Notification } from '#contract/questions.ts';
import { members, notifications } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { SmsOutcome } from '#server/ports/sms/sms.ts';
import { writeNotification } from './write-notification.ts';

export type SendDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'sms' | 'settings'>;

const MINUTE = 60_000;
/** So long after the first, second, … refusal the next try follows. */
const PAUSES = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * 60 * MINUTE] as const;
export const MAX_TRIES = PAUSES.length + 1;
const BATCH = 20;

interface Claimed extends Record<string, unknown> {
  readonly id: number | string;
  readonly kind: Notification['kind'];
  readonly memberId: string | null;
  readonly attempts: number;
}

/** Takes some whose time has come as `UNKNOWN`: of who dies over this one nobody can say whether it went out. */
const claimDue = async ({ db, clock }: SendDeps): Promise<Claimed[]> => {
  const { rows } = await db.execute<Claimed>(sql`
    update notifications set state = 'UNKNOWN', attempts = attempts + 1
    where id in (
      select id from notifications
      where state = 'QUEUED' and due_at <= ${clock.now().toISOString()}::timestamptz
      order by due_at
      limit ${sql.raw(String(BATCH))}
      for update skip locked
    )
    returning id, kind, member_id as "memberId", attempts
  `);
  return rows;
};

const findPhone = async ({ db, settings }: SendDeps, { memberId }: Claimed): Promise<string | null> => {
  if (memberId === null) return settings.alertPhone ?? null;
  const [member] = await db.select({ phone: members.phone }).from(members).where(eq(members.id, memberId));
  return member?.phone ?? null;
};

const settle = async (deps: SendDeps, claimed: Claimed, outcome: SmsOutcome | 'nobody'): Promise<void> => {
  const now = deps.clock.now();
  const pause = PAUSES[claimed.attempts - 1];
  const isThis = eq(notifications.id, Number(claimed.id));
  if (outcome === 'rejected' && pause !== undefined) {
    const dueAt = new Date(now.getTime() + pause);
    await deps.db.update(notifications).set({ state: 'QUEUED', dueAt }).where(isThis);
    return;
  }
  const state = outcome === 'accepted' ? 'SENT' : outcome === 'unknown' ? 'UNKNOWN' : 'FAILED';
  if (state !== 'SENT') deps.log.warn({ event: 'notification_failed', kind: claimed.kind, outcome });
  await deps.db.update(notifications).set({ state, settledAt: now }).where(isThis);
};

const send = async (deps: SendDeps, claimed: Claimed): Promise<SmsOutcome | 'nobody'> => {
  const to = await findPhone(deps, claimed);
  if (to === null) return 'nobody';
  return deps.sms.send({ to, text: writeNotification(deps.settings.studio.name, claimed.kind) });
};

/** Sends what is due. What was certainly refused is tried five times within three hours; what may have gone out, once. */
export const sendNotifications = async (deps: SendDeps): Promise<void> => {
  for (const claimed of await claimDue(deps)) await settle(deps, claimed, await send(deps, claimed));
};

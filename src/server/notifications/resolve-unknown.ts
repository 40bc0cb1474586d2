import { inArray } from 'drizzle-orm';
import { notifications } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { AcceptedMessage } from '#server/ports/sms/sms.ts';
import { isAttempt, loadSentMessage, type ClaimedNotification } from './load-message.ts';
import { WITHDRAWN_END } from './queue-notification.ts';
import { RETRY_DELAYS_MS } from './retry-delays.ts';

type ResolveDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'sms' | 'settings'>;

/** Between the two times that the provider's list must lack a message before it is sent again. */
const SECOND_LOOK_DELAY_MS = 2 * 60_000;

/** Older ones are not sent again: nobody waits for them, and the provider may have forgotten the first attempt. */
const MAX_RESEND_AGE_MS = 72 * 3_600_000;

export interface UnknownNotification extends ClaimedNotification {
  readonly missingSince: string | null;
}

/** The first message that belongs to no other notification. */
const findUnclaimed = async (
  { db }: ResolveDeps,
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
 * Asks the provider's list for a message whose result is unknown. Found, it counts as sent. Missing twice, two minutes apart, it is
 * queued again, at most until its fifth attempt. When the provider does not answer, the next poll asks again.
 */
export const resolveUnknown = async (deps: ResolveDeps, unknown: UnknownNotification): Promise<void> => {
  const { db, clock, log, sms } = deps;
  const { attempts, missingSince } = unknown;
  const startedAt = new Date(Number(unknown.startedAt));
  const update = (values: Partial<typeof notifications.$inferInsert>) =>
    db.update(notifications).set(values).where(isAttempt(unknown));
  const now = clock.now();
  const queue = (dueAt: Date) => update({ state: 'QUEUED', dueAt, settledAt: null, pollAt: null });

  const composed = await loadSentMessage(deps, unknown);
  // The sender records why it is not sent.
  if (composed.kind !== 'sms') return void (await queue(now));
  const found = await sms.findSent(composed.message, startedAt);
  if (found === null) return;
  const accepted = await findUnclaimed(deps, found);
  if (accepted !== undefined) {
    const { messageId: providerMessageId, channel } = accepted;
    // Its delivery is looked up by the next run.
    const sent = { state: 'SENT', channel, providerMessageId, resultCode: null, phone: null } as const;
    await update({ ...sent, settledAt: startedAt, pollAt: now, polls: 0 });
    return;
  }
  if (now.getTime() - startedAt.getTime() > MAX_RESEND_AGE_MS) return;
  if (missingSince === null) {
    await update({ missingSince: now, pollAt: new Date(now.getTime() + SECOND_LOOK_DELAY_MS) });
    return;
  }
  if (now.getTime() - Number(missingSince) < SECOND_LOOK_DELAY_MS) return;
  log.warn({ event: 'notification_not_found', kind: unknown.kind });
  const pause = RETRY_DELAYS_MS[attempts - 1];
  if (pause === undefined) {
    const end = unknown.kind === 'WITHDRAWN' ? WITHDRAWN_END : ({ state: 'FAILED' } as const);
    await update({ ...end, settledAt: now, phone: null, pollAt: null });
    return;
  }
  await queue(new Date(Math.max(now.getTime(), startedAt.getTime() + pause)));
};

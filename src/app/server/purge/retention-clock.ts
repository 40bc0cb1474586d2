import { recordAudit } from '#core/audit/server/admin-logs.ts';
import { SECOND_MS, HOUR_MS } from '#platform/contract/durations.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import { retentionClock } from '#platform/server/db/tables.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';

/*
 * Guards the purge against a wrong clock: one start with a clock that is years ahead would delete rows long before they are
 * due. The purge is therefore held while the clock is more than two weeks past the last trusted time. It resumes when the clock is
 * corrected, when an operator confirms the time, or when the server has run for 24 hours without another jump, which covers a studio
 * that reopens after a long closure.
 */

const MAX_GAP_MS = 14 * 24 * HOUR_MS;
const MIN_STEADY_S = 24 * 3_600;
// A running server checks about hourly. Longer gaps, of up to two weeks, count as one hour because the server may have been off.
const MAX_STEP_MS = HOUR_MS;

export type RetentionClock = Omit<typeof retentionClock.$inferSelect, 'isOnly'>;

const trust = (at: Date, now: Date): RetentionClock => ({ trustedAt: at, seenAt: now, steadySeconds: 0 });

/** Whether `now` is more than two weeks past the last trusted time. */
export const isAhead = ({ trustedAt }: RetentionClock, now: Date): boolean =>
  now.getTime() - trustedAt.getTime() > MAX_GAP_MS;

/** Returns the state after a check at `now`. The first check trusts the clock. */
export const advanceRetentionClock = (state: RetentionClock | undefined, now: Date): RetentionClock => {
  if (state === undefined) return trust(now, now);
  // A clock that was set back is harmless: it deletes less. The trusted time does not move back with it.
  if (!isAhead(state, now)) return trust(state.trustedAt > now ? state.trustedAt : now, now);
  const step = now.getTime() - state.seenAt.getTime();
  const isSteady = step >= 0 && step <= MAX_GAP_MS;
  const steadySeconds = isSteady
    ? state.steadySeconds + Math.round(Math.min(step, MAX_STEP_MS) / SECOND_MS)
    : 0;
  if (steadySeconds >= MIN_STEADY_S) return trust(now, now);
  return { trustedAt: state.trustedAt, seenAt: now, steadySeconds };
};

export const findRetentionClock = async (db: Tx): Promise<RetentionClock | undefined> => {
  const [row] = await db.select().from(retentionClock);
  return row;
};

const save = (db: Tx, state: RetentionClock) =>
  db
    .insert(retentionClock)
    .values(state)
    .onConflictDoUpdate({ target: retentionClock.isOnly, set: { ...state } });

/** Checks the clock, stores the result and returns whether the purge may run. */
export const isClockTrusted = async (db: Tx, now: Date): Promise<boolean> => {
  const state = advanceRetentionClock(await findRetentionClock(db), now);
  await save(db, state);
  return !isAhead(state, now);
};

/** Trusts the clock because an operator confirmed it, and records that in the audit log. */
export const confirmClock = (db: Db, by: AuditContext): Promise<void> =>
  db.transaction(async (tx) => {
    await save(tx, trust(by.now, by.now));
    await recordAudit(tx, by, { action: 'CONFIRM_CLOCK', target: 'clock' });
  });

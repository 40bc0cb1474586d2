import type { Db } from '#server/db/database.ts';
import { retentionClock } from '#server/db/schema.ts';
import type { AuditContext } from '#server/http/audit-log.ts';
import { recordAudit } from '#server/http/audit-log.ts';

/*
 * Deletions by time cannot be undone, and a start with a clock that is years ahead would make all rows due. Deletions are therefore
 * held when the clock is more than two weeks past their last run. They resume when an operator confirms the time, or after the server
 * has run for 24 hours without another jump, for example after a studio was closed for two months.
 */

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const MAX_GAP_MS = 14 * 24 * HOUR_MS;
const MIN_STEADY_S = 24 * 3_600;
// Checks run hourly. A longer gap counts only this much, because the server may have been off.
const MAX_STEP_MS = HOUR_MS;

export interface RetentionClock {
  /** When deletions last ran. */
  readonly trustedAt: Date;
  /** The last check, whether the clock was trusted or not. */
  readonly seenAt: Date;
  /** How long the server has run since the jump; 0 while the clock is trusted. */
  readonly steadySeconds: number;
}

const trust = (at: Date, now: Date): RetentionClock => ({ trustedAt: at, seenAt: now, steadySeconds: 0 });

/** Whether a check at `now` finds the clock too far ahead. */
export const isAhead = ({ trustedAt }: RetentionClock, now: Date): boolean =>
  now.getTime() - trustedAt.getTime() > MAX_GAP_MS;

/** The state after a check at `now`; the first check trusts the clock. */
export const advanceRetentionClock = (known: RetentionClock | undefined, now: Date): RetentionClock => {
  if (known === undefined) return trust(now, now);
  // A clock that was set back only deletes less; it does not change the reference time.
  if (!isAhead(known, now)) return trust(known.trustedAt > now ? known.trustedAt : now, now);
  const step = now.getTime() - known.seenAt.getTime();
  const isSteady = step >= 0 && step <= MAX_GAP_MS;
  const steadySeconds = isSteady
    ? known.steadySeconds + Math.round(Math.min(step, MAX_STEP_MS) / SECOND_MS)
    : 0;
  if (steadySeconds >= MIN_STEADY_S) return trust(now, now);
  return { trustedAt: known.trustedAt, seenAt: now, steadySeconds };
};

export const findRetentionClock = async (db: Pick<Db, 'select'>): Promise<RetentionClock | undefined> => {
  const [row] = await db.select().from(retentionClock);
  return row;
};

const save = (db: Pick<Db, 'insert'>, state: RetentionClock) =>
  db
    .insert(retentionClock)
    .values(state)
    .onConflictDoUpdate({ target: retentionClock.isOnly, set: { ...state } });

/** Checks the clock and returns whether deletions may run now. */
export const isClockTrusted = async (db: Pick<Db, 'select' | 'insert'>, now: Date): Promise<boolean> => {
  const state = advanceRetentionClock(await findRetentionClock(db), now);
  await save(db, state);
  return !isAhead(state, now);
};

/** Resumes deletions after an operator confirmed the clock. */
export const confirmClock = (db: Db, by: AuditContext): Promise<void> =>
  db.transaction(async (tx) => {
    await save(tx, trust(by.now, by.now));
    await recordAudit(tx, by, { action: 'CONFIRM_CLOCK', target: 'clock' });
  });

import { createHash } from 'node:crypto';
import { and, eq, gt, or, sql } from 'drizzle-orm';
import { SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS } from '#platform/contract/durations.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { tooManyRequestsError } from '#platform/server/http/overload/too-many-requests.ts';
import { failureCounters } from '../tables.ts';

interface LockoutPolicy {
  /** Failures are counted for this long after the first, in milliseconds. */
  readonly windowMs: number;
  /** Lock in milliseconds after the first, second, … failure; the last value applies to every further failure. */
  readonly lockDelaysMs: readonly number[];
}

export interface FailureCounter extends LockoutPolicy {
  readonly key: string;
}

/** Locks for a growing time from the 5th failure on, for 15 minutes from the 10th on. */
const passwordPolicy: LockoutPolicy = {
  windowMs: 15 * MINUTE_MS,
  lockDelaysMs: [0, 0, 0, 0, 1, 2, 4, 8, 16, 15 * 60].map((seconds) => seconds * SECOND_MS),
};

/** The 10th wrong code within a day locks for an hour, the 20th for a day. */
const codePolicy: LockoutPolicy = {
  windowMs: DAY_MS,
  lockDelaysMs: [0, 0, 0, 0, 0, 0, 0, 0, 0, HOUR_MS, 0, 0, 0, 0, 0, 0, 0, 0, 0, DAY_MS],
};

/**
 * Whoever guesses again as soon as each lock ends makes 13 guesses in 28 hours. Three of a million codes are valid at a time, so about
 * one in 26,000 such rounds succeeds.
 */
const appCodePolicy: LockoutPolicy = {
  windowMs: DAY_MS,
  lockDelaysMs: [0, 0, 0, 0, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS],
};

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * The counter of a subject, or of one part of it. The subject is hashed, because it may be a phone number, or what was typed into
 * the login id field, which people fill with passwords and names too.
 */
const createCounter = (
  kind: string,
  policy: LockoutPolicy,
  subject: string,
  part: string | null = null,
): FailureCounter => ({
  key: `${kind}:${hash(subject)}${part === null ? '' : `:${hash(part)}`}`,
  ...policy,
});

export const accountCounter = (loginIdKey: string) => createCounter('login', passwordPolicy, loginIdKey);
export const deviceCounter = (memberId: string, deviceId: string) =>
  createCounter('device', passwordPolicy, memberId, deviceId);
export const passwordCounter = (memberId: string) => createCounter('password', passwordPolicy, memberId);
/** Devices without a device cookie of the member share one counter: `deviceId` is null. */
export const appCodeCounter = (memberId: string, deviceId: string | null) =>
  createCounter('totp', appCodePolicy, memberId, deviceId);
/** Recovery codes are counted apart from codes of the app. They have 50 bits, so the short locks of passwords suffice. */
export const recoveryCodeCounter = (memberId: string, deviceId: string | null) =>
  createCounter('recovery', passwordPolicy, memberId, deviceId);
/** Counts wrong verification codes of a phone. `scope` names a part of them that has its own counter. */
export const codeCounter = (phone: string, scope: string | null = null) =>
  createCounter('code', codePolicy, phone, scope);

/**
 * The `lockedUntil` of a counter without a lock. Not the time of the attempt: a process whose clock is behind would take that for a lock.
 */
const UNLOCKED = sql`timestamptz 'epoch'`;

/** Milliseconds until the lock expires; 0 when there is none. */
export const lockRemainingMs = async (db: Tx, { key }: FailureCounter, now: Date): Promise<number> => {
  const [row] = await db
    .select({ lockedUntil: failureCounters.lockedUntil })
    .from(failureCounters)
    .where(and(eq(failureCounters.key, key), gt(failureCounters.lockedUntil, now)));
  return row === undefined ? 0 : row.lockedUntil.getTime() - now.getTime();
};

/**
 * Counts an attempt as failed before it is made, in one statement, so that parallel guesses cannot outrun the counter. An attempt
 * that does not fail is subtracted by `undoAttempt`. Resolves to 0; while locked counts nothing and resolves to the remaining milliseconds.
 */
export const recordAttempt = async (db: Tx, bucket: FailureCounter, now: Date): Promise<number> => {
  const { key, windowMs, lockDelaysMs } = bucket;
  const at = sql`${now.toISOString()}::timestamptz`;
  const { failures: counted, expiresAt, lockedUntil } = failureCounters;
  const failures = sql`(case when ${expiresAt} <= ${at} then 1 else ${counted} + 1 end)`;
  const delay = sql`(array[${sql.raw(lockDelaysMs.join(', '))}])[least(${failures}, ${sql.raw(String(lockDelaysMs.length))})]`;
  const rows = await db
    .insert(failureCounters)
    .values({
      key,
      failures: 1,
      expiresAt: new Date(now.getTime() + windowMs),
      // No policy locks after one failure.
      lockedUntil: UNLOCKED,
    })
    .onConflictDoUpdate({
      target: failureCounters.key,
      set: {
        failures,
        expiresAt: sql`case when ${expiresAt} <= ${at} then excluded.expires_at else ${expiresAt} end`,
        lockedUntil: sql`case ${delay} when 0 then ${UNLOCKED} else ${at} + ${delay} * interval '1 millisecond' end`,
      },
      setWhere: sql`${lockedUntil} <= ${at}`,
    })
    .returning({ failures: counted });
  return rows.length > 0 ? 0 : Math.max(1, await lockRemainingMs(db, bucket, now));
};

/** Subtracts a counted attempt that did not fail, and removes the lock. */
export const undoAttempt = async (db: Tx, { key }: FailureCounter): Promise<void> => {
  await db
    .update(failureCounters)
    .set({ failures: sql`greatest(${failureCounters.failures} - 1, 0)`, lockedUntil: UNLOCKED })
    .where(eq(failureCounters.key, key));
};

/** Deletes these counters and the more specific ones, whose keys begin with one of these and a colon. */
export const clearFailures = async (
  db: Tx,
  buckets: readonly Pick<FailureCounter, 'key'>[],
): Promise<void> => {
  const { key: stored } = failureCounters;
  const isCleared = buckets.map(({ key }) => or(eq(stored, key), sql`starts_with(${stored}, ${`${key}:`})`));
  await db.delete(failureCounters).where(or(...isCleared));
};

/** Deletes the member's counters of passwords and second factors, also those of single devices. */
export const clearFailuresOf = (
  db: Tx,
  { id, loginIdKey }: { readonly id: string; readonly loginIdKey: string | null },
): Promise<void> =>
  clearFailures(db, [
    ...(loginIdKey === null ? [] : [accountCounter(loginIdKey)]),
    createCounter('device', passwordPolicy, id),
    passwordCounter(id),
    appCodeCounter(id, null),
    recoveryCodeCounter(id, null),
  ]);

/**
 * Runs `check`, or throws TOO_MANY_REQUESTS with the time to wait while this counter is locked. The attempt is counted as failed
 * before `check` runs, so that parallel guesses cannot outrun the counter.
 */
export const limitAttempts = async (
  { db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>,
  bucket: FailureCounter,
  check: () => Promise<boolean>,
): Promise<boolean> => {
  if (!env.rateLimits) return check();
  const wait = await recordAttempt(db, bucket, clock.now());
  if (wait > 0) throw tooManyRequestsError(wait / 1_000);
  let hasFailed = false;
  try {
    const isRight = await check();
    hasFailed = !isRight;
    return isRight;
  } finally {
    if (!hasFailed) await undoAttempt(db, bucket);
  }
};

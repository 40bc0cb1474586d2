import { createHash } from 'node:crypto';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { failureCounters } from '#server/db/counters-schema.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface LockoutPolicy {
  /** Failures are counted for this long after the first, in milliseconds. */
  readonly windowMs: number;
  /** Lock in milliseconds after the first, second, … failure; the last value applies to every further failure. */
  readonly lockDelaysMs: readonly number[];
}

export interface FailureCounter extends LockoutPolicy {
  readonly key: string;
}

/** Locks for a growing time from the 5th wrong password on, for 15 minutes after the 10th. */
const passwordPolicy: LockoutPolicy = {
  windowMs: 15 * MINUTE_MS,
  lockDelaysMs: [
    0,
    0,
    0,
    0,
    SECOND_MS,
    2 * SECOND_MS,
    4 * SECOND_MS,
    8 * SECOND_MS,
    16 * SECOND_MS,
    15 * MINUTE_MS,
  ],
};

/** The 10th wrong code of a phone (over all purposes) or of a second factor within a day locks it for a day. */
const codePolicy: LockoutPolicy = {
  windowMs: DAY_MS,
  lockDelaysMs: [0, 0, 0, 0, 0, 0, 0, 0, 0, DAY_MS],
};

/** The subject is hashed, because people type passwords, phone numbers and names into the login id field. */
const createCounter = (kind: string, subject: string, policy: LockoutPolicy): FailureCounter => ({
  key: `${kind}:${createHash('sha256').update(subject).digest('base64url')}`,
  ...policy,
});

export const accountCounter = (loginIdKey: string) => createCounter('login', loginIdKey, passwordPolicy);
export const deviceCounter = (memberId: string, deviceId: string) =>
  createCounter('device', `${memberId}|${deviceId}`, passwordPolicy);
export const passwordCounter = (memberId: string) => createCounter('password', memberId, passwordPolicy);
export const secondFactorCounter = (memberId: string) => createCounter('totp', memberId, codePolicy);
export const codeCounter = (phone: string) => createCounter('code', phone, codePolicy);

/**
 * The end of a lock that never was. An attempt without a lock stores this and not its own time: to a process whose clock is
 * behind, that time would be a lock.
 */
const UNLOCKED = sql`timestamptz 'epoch'`;

/** Milliseconds until the lock expires; 0 when there is none. */
export const lockRemainingMs = async (
  db: Pick<Db, 'select'>,
  { key }: FailureCounter,
  now: Date,
): Promise<number> => {
  const [row] = await db
    .select({ lockedUntil: failureCounters.lockedUntil })
    .from(failureCounters)
    .where(and(eq(failureCounters.key, key), gt(failureCounters.lockedUntil, now)));
  return row === undefined ? 0 : row.lockedUntil.getTime() - now.getTime();
};

/**
 * Counts an attempt as failed before it is made, in one statement, so that parallel guesses cannot outrun the counter. An attempt
 * that does not fail is subtracted by `undoAttempt`. Resolves to 0, or to the milliseconds until the lock expires.
 */
export const recordAttempt = async (
  db: Pick<Db, 'select' | 'insert'>,
  bucket: FailureCounter,
  now: Date,
): Promise<number> => {
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

/** Subtracts a counted attempt that did not fail. */
export const undoAttempt = async (db: Pick<Db, 'update'>, { key }: FailureCounter): Promise<void> => {
  await db
    .update(failureCounters)
    .set({ failures: sql`greatest(${failureCounters.failures} - 1, 0)`, lockedUntil: UNLOCKED })
    .where(eq(failureCounters.key, key));
};

export const clearFailures = async (
  db: Pick<Db, 'delete'>,
  buckets: readonly FailureCounter[],
): Promise<void> => {
  const keys = buckets.map(({ key }) => key);
  await db.delete(failureCounters).where(inArray(failureCounters.key, keys));
};

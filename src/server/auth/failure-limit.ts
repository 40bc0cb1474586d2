import { createHash } from 'node:crypto';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { hurry } from '#server/db/hurry.ts';
import { failureCounters } from '#server/db/schema.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

interface FailurePolicy {
  /** Failures are counted for this long after the first, in milliseconds. */
  readonly window: number;
  /** How long nothing is tried after the first, second, … failure. The last closes for the longest. */
  readonly pauses: readonly number[];
  /** Counted by a statement that is a transaction of its own, so that it need not wait for the disk. */
  readonly isAlone: boolean;
}

export interface FailureBucket {
  readonly key: string;
  readonly policy: FailurePolicy;
}

/** Counts a failure and returns a row, or none while the bucket is locked. */
const countFailure = (
  db: Pick<Db, 'insert'>,
  { key, policy: { window, pauses, isAlone } }: FailureBucket,
  now: Date,
) => {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { failures: counted, endsAt, opensAt } = failureCounters;
  const failures = sql`(case when ${endsAt} <= ${at} then 1 else ${counted} + 1 end)`;
  const pause = sql`(array[${sql.raw(pauses.join(', '))}])[least(${failures}, ${sql.raw(String(pauses.length))})]`;
  return db
    .insert(failureCounters)
    .values({
      key,
      failures: 1,
      endsAt: new Date(now.getTime() + window),
      opensAt: new Date(now.getTime() + (pauses[0] ?? 0)),
    })
    .onConflictDoUpdate({
      target: failureCounters.key,
      set: {
        failures,
        endsAt: sql`case when ${endsAt} <= ${at} then excluded.ends_at else ${endsAt} end`,
        opensAt: sql`${at} + ${pause} * interval '1 millisecond'`,
      },
      setWhere: sql`${opensAt} <= ${at}`,
    })
    .returning(isAlone ? { failures: counted, isHurried: hurry } : { failures: counted });
};

/** A growing pause from the 5th wrong password on, a quarter of an hour after the 10th. */
const passwordPolicy: FailurePolicy = {
  window: 15 * MINUTE,
  pauses: [0, 0, 0, 0, SECOND, 2 * SECOND, 4 * SECOND, 8 * SECOND, 16 * SECOND, 15 * MINUTE],
  isAlone: true,
};

/** The 10th wrong code of a phone in a day, whatever it was for, closes its codes for a day. */
const codePolicy: FailurePolicy = {
  window: DAY,
  pauses: [0, 0, 0, 0, 0, 0, 0, 0, 0, DAY],
  // With what the code is for: a registration, a new password.
  isAlone: false,
};

/** Hashed: people type passwords, phones and names into the field of the id. */
const bucketOf = (kind: string, subject: string, policy: FailurePolicy): FailureBucket => ({
  key: `${kind}:${createHash('sha256').update(subject).digest('base64url')}`,
  policy,
});

export const accountBucket = (loginIdKey: string) => bucketOf('login', loginIdKey, passwordPolicy);
export const deviceBucket = (memberId: string, deviceId: string) =>
  bucketOf('device', `${memberId}|${deviceId}`, passwordPolicy);
export const passwordBucket = (memberId: string) => bucketOf('password', memberId, passwordPolicy);
export const codeBucket = (phone: string) => bucketOf('code', phone, codePolicy);

/** Milliseconds until the bucket opens; 0 when it is open. */
export const waitOf = async (db: Pick<Db, 'select'>, { key }: FailureBucket, now: Date): Promise<number> => {
  const [row] = await db
    .select({ opensAt: failureCounters.opensAt })
    .from(failureCounters)
    .where(and(eq(failureCounters.key, key), gt(failureCounters.opensAt, now)));
  return row === undefined ? 0 : row.opensAt.getTime() - now.getTime();
};

/**
 * Counts a try as failed before it is made, in one statement, so that parallel guesses cannot outrun the counter;
 * `takeBack` it unless it fails. Answers 0, or the milliseconds to wait when none may be made now.
 */
export const takeAttempt = async (
  db: Pick<Db, 'select' | 'insert'>,
  bucket: FailureBucket,
  now: Date,
): Promise<number> => {
  const rows = await countFailure(db, bucket, now);
  return rows.length > 0 ? 0 : Math.max(1, await waitOf(db, bucket, now));
};

/** The try that was counted did not fail. */
export const takeBack = async (db: Pick<Db, 'update'>, { key }: FailureBucket, now: Date): Promise<void> => {
  await db
    .update(failureCounters)
    .set({ failures: sql`greatest(${failureCounters.failures} - 1, 0)`, opensAt: now })
    .where(eq(failureCounters.key, key));
};

export const forgetFailures = async (
  db: Pick<Db, 'delete'>,
  buckets: readonly FailureBucket[],
): Promise<void> => {
  const keys = buckets.map(({ key }) => key);
  await db.delete(failureCounters).where(inArray(failureCounters.key, keys));
};

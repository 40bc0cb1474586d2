import { createHash } from 'node:crypto';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { failureCounters } from '#server/db/schema.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

interface FailurePolicy {
  /** Failures are counted for this long after the first, in milliseconds. */
  readonly window: number;
  /** Milliseconds without a try after the first, second, … failure; the last one also for every further failure. */
  readonly pauses: readonly number[];
}

export interface FailureBucket extends FailurePolicy {
  readonly key: string;
}

/** A growing pause from the 5th wrong password on, 15 minutes after the 10th. */
const passwordPolicy: FailurePolicy = {
  window: 15 * MINUTE,
  pauses: [0, 0, 0, 0, SECOND, 2 * SECOND, 4 * SECOND, 8 * SECOND, 16 * SECOND, 15 * MINUTE],
};

/** The 10th wrong code of a phone in a day, over all purposes, ends its tries for a day. */
const codePolicy: FailurePolicy = {
  window: DAY,
  pauses: [0, 0, 0, 0, 0, 0, 0, 0, 0, DAY],
};

/** Hashed, because people type passwords, phone numbers and names into the login id field. */
const bucketOf = (kind: string, subject: string, policy: FailurePolicy): FailureBucket => ({
  key: `${kind}:${createHash('sha256').update(subject).digest('base64url')}`,
  ...policy,
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
 * Counts a try as failed before it is made, in one statement, so that parallel guesses cannot outrun the counter. A try that does
 * not fail is subtracted by `takeBack`. Resolves to 0, or to the milliseconds to wait while the bucket is closed.
 */
export const takeAttempt = async (
  db: Pick<Db, 'select' | 'insert'>,
  bucket: FailureBucket,
  now: Date,
): Promise<number> => {
  const { key, window, pauses } = bucket;
  const at = sql`${now.toISOString()}::timestamptz`;
  const { failures: counted, endsAt, opensAt } = failureCounters;
  const failures = sql`(case when ${endsAt} <= ${at} then 1 else ${counted} + 1 end)`;
  const pause = sql`(array[${sql.raw(pauses.join(', '))}])[least(${failures}, ${sql.raw(String(pauses.length))})]`;
  const rows = await db
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
    .returning({ failures: counted });
  return rows.length > 0 ? 0 : Math.max(1, await waitOf(db, bucket, now));
};

/** Subtracts a counted try that did not fail. */
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

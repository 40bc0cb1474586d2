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
  /** How long nothing is tried after the first, second, … failure. The last closes for the longest. */
  readonly pauses: readonly number[];
}

/** A growing pause from the 5th wrong password on, a quarter of an hour after the 10th. */
const passwordPolicy: FailurePolicy = {
  window: 15 * MINUTE,
  pauses: [0, 0, 0, 0, SECOND, 2 * SECOND, 4 * SECOND, 8 * SECOND, 16 * SECOND, 15 * MINUTE],
};

/** The 10th wrong code of a phone in a day, whatever it was for, closes its codes for a day. */
const codePolicy: FailurePolicy = { window: DAY, pauses: [0, 0, 0, 0, 0, 0, 0, 0, 0, DAY] };

export interface FailureBucket {
  readonly key: string;
  readonly policy: FailurePolicy;
}

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

const momentOf = (date: Date) => sql`${date.toISOString()}::timestamptz`;
const milliseconds = (count: unknown) => sql`(${count}::float8 * interval '1 millisecond')`;

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
  db: Pick<Db, 'select' | 'execute'>,
  bucket: FailureBucket,
  now: Date,
): Promise<number> => {
  const { window, pauses } = bucket.policy;
  const at = momentOf(now);
  const failures = sql`(case when counter.ends_at <= ${at} then 1 else counter.failures + 1 end)`;
  const pause = sql`(${sql.raw(`array[${pauses.join(', ')}]`)})[least(${failures}, ${sql.raw(String(pauses.length))})]`;
  const { rows } = await db.execute(sql`
    insert into failure_counters as counter (key, failures, ends_at, opens_at)
    values (${bucket.key}, 1, ${at} + ${milliseconds(window)}, ${at} + ${milliseconds(pauses[0] ?? 0)})
    on conflict (key) do update set
      failures = ${failures},
      ends_at = case when counter.ends_at <= ${at} then excluded.ends_at else counter.ends_at end,
      opens_at = ${at} + ${milliseconds(pause)}
    where counter.opens_at <= ${at}
    returning failures
  `);
  if (rows.length > 0) return 0;
  return Math.max(1, await waitOf(db, bucket, now));
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

import { and, eq, inArray, lte, or, sql, type SQL } from 'drizzle-orm';
import { HOUR_MS, DAY_MS } from '#platform/contract/durations.ts';
import type { Deps } from '#platform/server/deps.ts';
import { deleteDueRows, enqueueDeletions, ROW_BATCH_SIZE } from '../storage/file-deletions.ts';
import { uploadIntents as intents } from '../tables.ts';
import { MAX_ATTEMPTS } from './upload-lease.ts';

/** PROCESSING uploads this old are abandoned once their lease has expired, whatever their number of attempts. */
const ABANDONED_AFTER_MS = 12 * HOUR_MS;

/**
 * Matches uploads that expired or were given up, and refused or published ones that were created some time ago. The upload of an unsaved
 * photo stays for an hour, because a request that came before the upload expired may still wait to save it.
 */
const isExpired = (now: Date): SQL | undefined => {
  const isOlder = (age: number) => lte(intents.createdAt, new Date(now.getTime() - age));
  const isHopeless = or(sql`${intents.attempts} >= ${MAX_ATTEMPTS}`, isOlder(ABANDONED_AFTER_MS));
  return or(
    and(eq(intents.state, 'ISSUED'), lte(intents.expiresAt, now), or(intents.isPrivate, isOlder(HOUR_MS))),
    and(eq(intents.state, 'PROCESSING'), lte(intents.leaseUntil, now), isHopeless),
    and(eq(intents.state, 'REFUSED'), isOlder(HOUR_MS)),
    and(eq(intents.state, 'PUBLISHED'), isOlder(DAY_MS)),
  );
};

/** Deletes uploads that are no longer needed and queues their files for deletion. */
export const expireUploads = (deps: Pick<Deps, 'db' | 'clock'>, signal: AbortSignal): Promise<void> =>
  deleteDueRows(deps, { table: intents, key: intents.stagingKey, isDue: isExpired }, signal);

/** Queues staged files older than a day that belong to no upload, such as those of a deleted admin, for deletion. */
export const findOrphanUploads = async (
  { db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>,
  signal: AbortSignal,
): Promise<void> => {
  const now = clock.now();
  const queueUnknown = async (keys: string[]): Promise<void> => {
    const rows = await db
      .select({ key: intents.stagingKey })
      .from(intents)
      .where(inArray(intents.stagingKey, keys));
    const known = new Set(rows.map(({ key }) => key));
    await enqueueDeletions(
      db,
      keys.filter((key) => !known.has(key)),
      now,
    );
  };
  let old: string[] = [];
  for await (const { key, modifiedAt } of storage.list('staging/')) {
    if (signal.aborted) return;
    if (modifiedAt.getTime() <= now.getTime() - DAY_MS) old.push(key);
    if (old.length < ROW_BATCH_SIZE) continue;
    await queueUnknown(old);
    old = [];
  }
  if (old.length > 0) await queueUnknown(old);
};

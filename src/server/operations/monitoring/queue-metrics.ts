import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { countExpired } from '#server/jobs/purge-expired.ts';

type Reader = Pick<Db, 'execute'>;

// The purge runs daily, so rows that are due for longer indicate a failure.
const GRACE_MS = 25 * 3_600_000;

/** Counts rows by queue: notifications, identities to unlink, files to delete, uploads in progress. */
export const countQueues = async (db: Reader): Promise<Record<string, number>> => {
  const { rows } = await db.execute<{ queue: string; count: number }>(sql`
    select 'notifications' as queue, count(*)::int as count from notifications where state = 'QUEUED'
    union all select 'unlinks', count(*)::int from social_identities where member_id is null
    union all select 'file_deletions', count(*)::int from file_deletions
    union all select 'uploads', count(*)::int from upload_intents where state = 'PROCESSING'
  `);
  return Object.fromEntries(rows.map(({ queue, count }) => [queue, count]));
};

export const countOverdue = (db: Reader, now: Date): Promise<number> =>
  countExpired(db, new Date(now.getTime() - GRACE_MS));

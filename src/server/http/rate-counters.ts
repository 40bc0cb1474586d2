import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { hurry } from '#server/db/hurry.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { rateCounters } from '#server/db/schema.ts';

export interface Hit {
  readonly key: string;
  readonly windowStart: Date;
}

/**
 * Increments the counter of each hit and returns the new counts in the same order. The counters are in the database, so that
 * every instance sees them. One statement, which is a transaction of its own and does not wait for the disk.
 */
export const countHits = async (db: Pick<Db, 'insert'>, hits: readonly Hit[]): Promise<number[]> => {
  const { key, windowStart } = rateCounters;
  const rows = await retryTransaction(() =>
    db
      .insert(rateCounters)
      // Sorted: two statements that count the same keys lock them in the same order.
      .values(hits.map((hit) => ({ ...hit, hits: 1 })).toSorted((a, b) => (a.key < b.key ? -1 : 1)))
      .onConflictDoUpdate({ target: [key, windowStart], set: { hits: sql`${rateCounters.hits} + 1` } })
      .returning({ key, hits: rateCounters.hits, isHurried: hurry }),
  );
  const counts = new Map(rows.map((row) => [row.key, row.hits]));
  return hits.map((hit) => counts.get(hit.key) ?? 0);
};

import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { rateCounters } from '#server/db/schema.ts';

export interface Hit {
  readonly key: string;
  readonly windowStart: Date;
}

/** Counts each hit atomically, in the database so that every instance sees it; answers the counts in order. */
export const countHits = async (db: Db, hits: readonly Hit[]): Promise<number[]> => {
  // Sorted, so that two calls that count the same keys take their locks in one order.
  const sorted = hits.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const rows = await db
    .insert(rateCounters)
    .values(sorted.map(({ key, windowStart }) => ({ key, windowStart, hits: 1 })))
    .onConflictDoUpdate({
      target: [rateCounters.key, rateCounters.windowStart],
      set: { hits: sql`${rateCounters.hits} + 1` },
    })
    .returning({ key: rateCounters.key, hits: rateCounters.hits });
  const counts = new Map(rows.map((row) => [row.key, row.hits]));
  return hits.map(({ key }) => counts.get(key) ?? 0);
};

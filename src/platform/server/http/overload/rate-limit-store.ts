import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/database.ts';
import { definePrepared } from '../../db/define-prepared.ts';
import { retryTransaction } from '../../db/retry-transaction.ts';
import { rateCounters } from '../../db/tables.ts';

/**
 * A column expression that sets `synchronous_commit = off` for the current transaction when a statement returns it. Use it only in
 * a statement that runs as its own transaction, because a crash can lose the last of these writes: rate counters, never
 * reservations.
 */
const asyncCommit = sql`set_config('synchronous_commit', 'off', true)`;

export interface RateLimitHit {
  readonly key: string;
  readonly windowStart: Date;
  /** How much to add; 1 when absent. */
  readonly hits?: number;
}

const { key, windowStart } = rateCounters;
const { placeholder } = sql;

/** Adds the hits of `hitValues` to their counters where `condition` holds. */
export const insertHits = (db: Tx, condition = sql`true`) =>
  db
    .insert(rateCounters)
    // Concurrent statements lock the same keys in the same order, so they cannot deadlock.
    .select(
      sql`select key, window_start, hits
        from unnest(${placeholder('keys')}::text[], ${placeholder('windowStarts')}::timestamptz[], ${placeholder('hits')}::integer[])
          as hit (key, window_start, hits)
        where ${condition}
        order by key`,
    )
    .onConflictDoUpdate({
      target: [key, windowStart],
      set: { hits: sql`${rateCounters.hits} + excluded.hits` },
    })
    .returning({ key, hits: rateCounters.hits, asyncCommit: asyncCommit.as('async_commit') });

/** The values for the placeholders of `insertHits`. */
export const hitValues = (hits: readonly RateLimitHit[]) => ({
  keys: hits.map((hit) => hit.key),
  windowStarts: hits.map((hit) => hit.windowStart.toISOString()),
  hits: hits.map((hit) => hit.hits ?? 1),
});

const increment = definePrepared((db) => insertHits(db).prepare('count_hits'));

/**
 * Adds each hit to its counter and returns the new counts in the same order. The counters are in the database because all
 * instances share them. Runs one statement as its own transaction, with an asynchronous commit.
 */
export const incrementCounters = async (db: Db, hits: readonly RateLimitHit[]): Promise<number[]> => {
  const rows = await retryTransaction(() => increment(db).execute(hitValues(hits)));
  const counts = new Map(rows.map((row) => [row.key, row.hits]));
  return hits.map((hit) => counts.get(hit.key) ?? 0);
};

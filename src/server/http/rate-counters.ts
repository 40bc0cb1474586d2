import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { prepared } from '#server/db/prepared.ts';
import { rateCounters } from '#server/db/schema.ts';

export interface Hit {
  readonly key: string;
  readonly windowStart: Date;
}

const { placeholder } = sql;

/**
 * This transaction alone does not wait for the disk: a power cut may take back what was counted in the second before, and a count
 * is no booking.
 */
const hurry = sql`set_config('synchronous_commit', 'off', true)`;

/** One statement for all hits of a call, which is a transaction of its own. */
const countMany = (count: number) =>
  prepared((db: Pick<Db, 'insert'>) =>
    db
      .insert(rateCounters)
      .values(
        Array.from({ length: count }, (_, index) => ({
          key: placeholder(`key${index}`),
          windowStart: placeholder(`start${index}`),
          hits: sql`1`,
        })),
      )
      .onConflictDoUpdate({
        target: [rateCounters.key, rateCounters.windowStart],
        set: { hits: sql`${rateCounters.hits} + 1` },
      })
      .returning({ key: rateCounters.key, hits: rateCounters.hits, isHurried: hurry })
      .prepare(`count_hits_${count}`),
  );

const byCount = new Map<number, ReturnType<typeof countMany>>();
const countingOf = (count: number): ReturnType<typeof countMany> => {
  const known = byCount.get(count) ?? countMany(count);
  byCount.set(count, known);
  return known;
};

/** Counts each hit atomically, in the database so that every instance sees it; answers the counts in order. */
export const countHits = async (db: Db, hits: readonly Hit[]): Promise<number[]> => {
  // Sorted, so that two calls that count the same keys take their locks in one order.
  const sorted = hits.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const values = sorted.flatMap(({ key, windowStart }, index): [string, string | Date][] => [
    [`key${index}`, key],
    [`start${index}`, windowStart],
  ]);
  const rows = await countingOf(hits.length)(db).execute(Object.fromEntries(values));
  const counts = new Map(rows.map((row) => [row.key, row.hits]));
  return hits.map(({ key }) => counts.get(key) ?? 0);
};

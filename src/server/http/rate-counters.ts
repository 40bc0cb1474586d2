import { sql } from 'drizzle-orm';
import { askTogether } from '#server/ask-together.ts';
import type { Db } from '#server/db/connection.ts';
import { hurry } from '#server/db/hurry.ts';
import { prepared } from '#server/db/prepared.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { rateCounters } from '#server/db/schema.ts';

export interface Hit {
  readonly key: string;
  readonly windowStart: Date;
}

const { placeholder } = sql;

/** One statement for however many counters, which is a transaction of its own. */
const counting = prepared((db: Pick<Db, 'insert'>) =>
  db
    .insert(rateCounters)
    .select(
      sql`select * from unnest(${placeholder('keys')}::text[], ${placeholder('starts')}::timestamptz[], ${placeholder('hits')}::integer[])`,
    )
    .onConflictDoUpdate({
      target: [rateCounters.key, rateCounters.windowStart],
      set: { hits: sql`${rateCounters.hits} + excluded.hits` },
    })
    .returning({
      key: rateCounters.key,
      windowStart: rateCounters.windowStart,
      hits: rateCounters.hits,
      isHurried: hurry,
    })
    .prepare('count_hits'),
);

const nameOf = ({ key, windowStart }: Hit): string => `${windowStart.getTime()} ${key}`;

const countAll = async (db: Db, calls: readonly (readonly Hit[])[]): Promise<number[][]> => {
  const added = new Map<string, Hit & { hits: number }>();
  for (const hit of calls.flat()) {
    const known = added.get(nameOf(hit)) ?? { ...hit, hits: 0 };
    known.hits += 1;
    added.set(nameOf(hit), known);
  }
  // Sorted, so that two statements that count the same keys take their locks in one order.
  const sorted = [...added.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const values = {
    keys: sorted.map(({ key }) => key),
    starts: sorted.map(({ windowStart }) => windowStart.toISOString()),
    hits: sorted.map(({ hits }) => hits),
  };
  // Who withdraws has their counters deleted, in whatever order.
  const rows = await retryTransaction(() => counting(db).execute(values));
  // As if they had been counted one after the other.
  const counts = new Map(
    rows.map((row) => [nameOf(row), row.hits - (added.get(nameOf(row))?.hits ?? 0)] as const),
  );
  return calls.map((hits) =>
    hits.map((hit) => {
      const count = (counts.get(nameOf(hit)) ?? 0) + 1;
      counts.set(nameOf(hit), count);
      return count;
    }),
  );
};

/** Counts each hit of a call atomically, in the database so that every instance sees it; answers the counts in order. */
export const createHitCounter = (db: Db) =>
  askTogether<readonly Hit[], readonly number[]>((calls) => countAll(db, calls));

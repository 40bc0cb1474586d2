import { and, eq, exists, lte, sql } from 'drizzle-orm';
import { fileDeletions as deletions, photos } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';

/** So many are taken at once: those that a stop or a failure leaves behind wait for their next time. */
const BATCH = 20;
/** A store that is away is asked after 1, 2, 4, … and at most 64 minutes. */
const LONGEST_DOUBLINGS = 6;

interface Claimed extends Record<string, unknown> {
  readonly key: string;
  readonly tries: number;
}

/** The sample's files have the same names each time it is hung. */
const keepHanging = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const name = sql`split_part(split_part(${deletions.key}, '-', 1), '.', 1)`;
  const photo = db
    .select({ one: sql`1` })
    .from(photos)
    .where(eq(photos.savedFileName, name));
  await db.delete(deletions).where(and(lte(deletions.dueAt, clock.now()), exists(photo)));
};

/** From here on nobody hangs them: whoever announced them finds them touched. */
const claimDue = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Claimed[]> => {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  const { rows } = await db.execute<Claimed>(sql`
    update file_deletions set
      tries = tries + 1,
      due_at = ${now} + power(2, least(tries, ${sql.raw(String(LONGEST_DOUBLINGS))})) * interval '1 minute'
    where key in (
      select key from file_deletions where due_at <= ${now} order by due_at limit ${sql.raw(String(BATCH))}
      for update skip locked
    )
    returning key, tries
  `);
  return rows;
};

/** Deletes files that are due, one after another, until none is or the store is away. */
export const deleteFiles = async (
  deps: Pick<Deps, 'db' | 'clock' | 'storage'>,
  signal: AbortSignal,
): Promise<void> => {
  await keepHanging(deps);
  for (let claimed = await claimDue(deps); claimed.length > 0; claimed = await claimDue(deps)) {
    for (const { key, tries } of claimed) {
      if (signal.aborted) return;
      await deps.storage.delete(key);
      // Asked for anew meanwhile, it stays on the list.
      const isThis = and(eq(deletions.key, key), eq(deletions.tries, tries));
      await deps.db.delete(deletions).where(isThis);
    }
  }
};

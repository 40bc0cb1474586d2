import { and, lte, sql } from 'drizzle-orm';
import { fileDeletions as deletions } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';

const BATCH = 20;
/** Retries follow after 1, 2, 4, … and at most 64 minutes. */
const LONGEST_DOUBLINGS = 6;

interface Claimed extends Record<string, unknown> {
  readonly key: string;
  readonly tries: number;
}

/** A photo has the file: sample photos reuse names, and a commit whose answer was lost has published its files. */
const isOwned = sql`exists (
  select from photos where saved_file_name = split_part(split_part(file_deletions.key, '-', 1), '.', 1)
)`;

const keepOwned = async ({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> => {
  await db.delete(deletions).where(and(lte(deletions.dueAt, now), isOwned));
};

/** Counts a try before deleting, so that `keepFiles` refuses to publish these files. */
const claimDue = async ({ db }: Pick<Deps, 'db'>, moment: Date): Promise<Claimed[]> => {
  const now = sql`${moment.toISOString()}::timestamptz`;
  const { rows } = await db.execute<Claimed>(sql`
    update file_deletions set
      tries = tries + 1,
      due_at = ${now} + power(2, least(tries, ${sql.raw(String(LONGEST_DOUBLINGS))})) * interval '1 minute'
    where key in (
      select key from file_deletions where due_at <= ${now} and not ${isOwned}
      order by due_at limit ${sql.raw(String(BATCH))}
      for update skip locked
    )
    returning key, tries
  `);
  return rows;
};

/** Those queued again meanwhile stay. */
const strikeOut = async ({ db }: Pick<Deps, 'db'>, done: readonly Claimed[]): Promise<void> => {
  const keys = sql.param(done.map(({ key }) => key));
  const tries = sql.param(done.map((file) => file.tries));
  await db.execute(sql`
    delete from file_deletions using unnest(${keys}::text[], ${tries}::integer[]) as done (key, tries)
    where file_deletions.key = done.key and file_deletions.tries = done.tries
  `);
};

/** Deletes due files one after another, until none is left or the store fails. */
export const deleteFiles = async (
  deps: Pick<Deps, 'db' | 'clock' | 'storage'>,
  signal: AbortSignal,
): Promise<void> => {
  const now = deps.clock.now();
  await keepOwned(deps, now);
  for (let claimed = await claimDue(deps, now); claimed.length > 0; claimed = await claimDue(deps, now)) {
    const done: Claimed[] = [];
    try {
      for (const file of claimed) {
        if (signal.aborted) return;
        await deps.storage.delete(file.key);
        done.push(file);
      }
    } finally {
      await strikeOut(deps, done);
    }
  }
};

import { and, lte, sql, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { fileDeletions as deletions, uploadIntents } from '../tables.ts';

const BATCH_SIZE = 20;
/** Retries are due after 1, 2, 4, … and at most 64 minutes. */
const MAX_BACKOFF_DOUBLINGS = 6;

/** Queues files for deletion at `dueAt` or later, unless a photo references them by then. */
export const enqueueDeletions = async (tx: Tx, keys: readonly string[], dueAt: Date): Promise<void> => {
  await tx.execute(sql`
    insert into ${deletions} (key, due_at)
    select key, ${dueAt.toISOString()}::timestamptz from unnest(${sql.param([...keys])}::text[]) as key
    on conflict (key) do update set due_at = excluded.due_at, attempts = 0
  `);
};

/**
 * Deletes uploads and returns how many. Their URLs may still accept a file, so their files become due for deletion only when the uploads
 * would have expired.
 */
export const deleteUploads = async (tx: Tx, condition: SQL | undefined): Promise<number> => {
  const { stagingKey: key, expiresAt } = uploadIntents;
  const uploads = await tx.delete(uploadIntents).where(condition).returning({ key, expiresAt });
  for (const upload of uploads) await enqueueDeletions(tx, [upload.key], upload.expiresAt);
  return uploads.length;
};

type DueDeletion = Pick<typeof deletions.$inferSelect, 'key' | 'attempts'>;

/**
 * Whether a photo references the file: copies of a photo share its files, sample photos get the same names again, and a commit whose
 * acknowledgement was lost has published its files.
 */
const isReferenced = sql`exists (
  select from photos where saved_file_name = split_part(split_part(file_deletions.key, '-', 1), '.', 1)
)`;

/** Counts an attempt before deleting, so that `confirmFiles` refuses to publish these files. */
const acquireDue = async ({ db }: Pick<Deps, 'db'>, moment: Date): Promise<DueDeletion[]> => {
  const now = sql`${moment.toISOString()}::timestamptz`;
  const { rows } = await db.execute<DueDeletion>(sql`
    update file_deletions set
      attempts = attempts + 1,
      due_at = ${now} + power(2, least(attempts, ${sql.raw(String(MAX_BACKOFF_DOUBLINGS))})) * interval '1 minute'
    where key in (
      select key from file_deletions where due_at <= ${now} and not ${isReferenced}
      order by due_at limit ${sql.raw(String(BATCH_SIZE))}
      for update skip locked
    )
    returning key, attempts
  `);
  return rows;
};

/** Removes processed entries, except those that were queued or acquired again meanwhile. */
const markDone = async ({ db }: Pick<Deps, 'db'>, done: readonly DueDeletion[]): Promise<void> => {
  const keys = sql.param(done.map(({ key }) => key));
  const attempts = sql.param(done.map((file) => file.attempts));
  await db.execute(sql`
    delete from file_deletions using unnest(${keys}::text[], ${attempts}::integer[]) as done (key, attempts)
    where file_deletions.key = done.key and file_deletions.attempts = done.attempts
  `);
};

/** Deletes due files one by one until none is left or `signal` aborts. Throws when the store fails. */
export const processDeletions = async (
  deps: Pick<Deps, 'db' | 'clock' | 'storage'>,
  signal: AbortSignal,
): Promise<void> => {
  const now = deps.clock.now();
  await deps.db.delete(deletions).where(and(lte(deletions.dueAt, now), isReferenced));
  for (let claimed = await acquireDue(deps, now); claimed.length > 0; claimed = await acquireDue(deps, now)) {
    const done: DueDeletion[] = [];
    try {
      for (const file of claimed) {
        if (signal.aborted) return;
        await deps.storage.delete(file.key);
        done.push(file);
      }
    } finally {
      await markDone(deps, done);
    }
  }
};

export const ROW_BATCH_SIZE = 500;

interface DueRows {
  readonly table: PgTable & { readonly id: PgColumn };
  /** The file of a row. */
  readonly key: PgColumn;
  readonly isDue: (now: Date) => SQL | undefined;
}

/** Deletes rows in batches and queues their files for deletion. */
export const deleteDueRows = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { table, key, isDue }: DueRows,
  signal: AbortSignal,
): Promise<void> => {
  for (let count = ROW_BATCH_SIZE; count === ROW_BATCH_SIZE && !signal.aborted;) {
    const now = clock.now();
    count = await db.transaction(async (tx) => {
      const due = tx
        .select({ id: table.id })
        .from(table)
        .where(isDue(now))
        .limit(ROW_BATCH_SIZE)
        .for('update', { skipLocked: true });
      const gone = await tx
        .delete(table)
        .where(inArray(table.id, due))
        .returning({ key: sql<string>`${key}` });
      await enqueueDeletions(
        tx,
        gone.map((row) => row.key),
        now,
      );
      return gone.length;
    });
  }
};

import { inArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Deps } from '#server/deps.ts';
import { enqueueDeletions } from './file-deletions.ts';

export const BATCH_SIZE = 500;

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
  for (let count = BATCH_SIZE; count === BATCH_SIZE && !signal.aborted;) {
    const now = clock.now();
    count = await db.transaction(async (tx) => {
      // Skips rows that are locked by other transactions.
      const due = tx
        .select({ id: table.id })
        .from(table)
        .where(isDue(now))
        .limit(BATCH_SIZE)
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

import { sql } from 'drizzle-orm';
import { fileDeletions } from '#server/db/schema.ts';
import type { Tx } from '#server/db/database.ts';

/** Queues files for deletion at `dueAt`, unless a photo references them by then. */
export const enqueueDeletions = async (tx: Tx, keys: readonly string[], dueAt: Date): Promise<void> => {
  await tx.execute(sql`
    insert into ${fileDeletions} (key, due_at)
    select key, ${dueAt.toISOString()}::timestamptz from unnest(${sql.param([...keys])}::text[]) as key
    on conflict (key) do update set due_at = excluded.due_at, attempts = 0
  `);
};

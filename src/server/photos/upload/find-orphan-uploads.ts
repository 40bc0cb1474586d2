import { inArray } from 'drizzle-orm';
import { uploadIntents as intents } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { BATCH_SIZE } from '#server/photos/storage/delete-due-rows.ts';
import { enqueueDeletions } from '#server/photos/storage/enqueue-deletions.ts';

const DAY_MS = 86_400_000;

/** Queues staged files older than a day that belong to no upload, such as those of a deleted admin, for deletion. */
export const findOrphanUploads = async (
  { db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>,
  signal: AbortSignal,
): Promise<void> => {
  const now = clock.now();
  const queueUnknown = async (keys: string[]): Promise<void> => {
    const rows = await db
      .select({ key: intents.stagingKey })
      .from(intents)
      .where(inArray(intents.stagingKey, keys));
    const known = new Set(rows.map(({ key }) => key));
    await enqueueDeletions(
      db,
      keys.filter((key) => !known.has(key)),
      now,
    );
  };
  let old: string[] = [];
  for await (const { key, modifiedAt } of storage.list('staging/')) {
    if (signal.aborted) return;
    if (modifiedAt.getTime() <= now.getTime() - DAY_MS) old.push(key);
    if (old.length < BATCH_SIZE) continue;
    await queueUnknown(old);
    old = [];
  }
  if (old.length > 0) await queueUnknown(old);
};

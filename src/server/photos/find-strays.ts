import { inArray } from 'drizzle-orm';
import { uploadIntents as intents } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { BATCH } from './drop-uploads.ts';
import { queueDeletions } from './queue-deletions.ts';

const DAY = 86_400_000;

/** Queues staged files older than a day that no upload knows: those of a deleted admin. */
export const findStrays = async (
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
    await queueDeletions(
      db,
      keys.filter((key) => !known.has(key)),
      now,
    );
  };
  let old: string[] = [];
  for await (const { key, changedAt } of storage.list('staging/')) {
    if (signal.aborted) return;
    if (changedAt.getTime() <= now.getTime() - DAY) old.push(key);
    if (old.length < BATCH) continue;
    await queueUnknown(old);
    old = [];
  }
  if (old.length > 0) await queueUnknown(old);
};

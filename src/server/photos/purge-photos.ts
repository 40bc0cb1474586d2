import { asc, inArray, lte } from 'drizzle-orm';
import { RESTORE_SECONDS } from '#contract/photos.ts';
import { photos } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { changeWall } from './lock-wall.ts';
import type { Tx } from './lock-wall.ts';
import { queueDeletions } from './queue-deletions.ts';
import { keysOf } from './renditions.ts';

const BATCH = 500;
/** Allows for another server's clock. */
const MARGIN_SECONDS = 60;

const purgeBatch = async (tx: Tx, now: Date): Promise<number> => {
  const until = new Date(now.getTime() - (RESTORE_SECONDS + MARGIN_SECONDS) * 1_000);
  const due = tx
    .select({ id: photos.id })
    .from(photos)
    .where(lte(photos.deletedAt, until))
    .orderBy(asc(photos.deletedAt))
    .limit(BATCH);
  const gone = await tx
    .delete(photos)
    .where(inArray(photos.id, due))
    .returning({ savedFileName: photos.savedFileName, widths: photos.widths });
  if (gone.length === 0) return 0;
  const names = gone.map(({ savedFileName }) => savedFileName);
  // Sample photos are in two categories with the same files.
  const shared = await tx
    .select({ name: photos.savedFileName })
    .from(photos)
    .where(inArray(photos.savedFileName, names));
  const kept = new Set(shared.map(({ name }) => name));
  const keys = gone.filter(({ savedFileName }) => !kept.has(savedFileName)).flatMap(keysOf);
  await queueDeletions(tx, [...new Set(keys)], now);
  return gone.length;
};

/** Deletes rows that can no longer be restored and queues their files for deletion. */
export const purgePhotos = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> => {
  for (let count = BATCH; count === BATCH && !signal.aborted;) {
    count = await changeWall(db, (tx) => purgeBatch(tx, clock.now()));
  }
};

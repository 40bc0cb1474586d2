import { asc, inArray, lte } from 'drizzle-orm';
import type { Tx } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { RESTORE_WINDOW_S } from '../../contract/photo-uploads.ts';
import { keysOf } from '../renditions/rendition-sizes.ts';
import { enqueueDeletions } from '../storage/file-deletions.ts';
import { photos } from '../tables.ts';
import { withGalleryLock } from './gallery-lock.ts';

const BATCH_SIZE = 500;
/** Allows for clock differences between servers. */
const MARGIN_S = 60;

const purgeBatch = async (tx: Tx, now: Date): Promise<number> => {
  const until = new Date(now.getTime() - (RESTORE_WINDOW_S + MARGIN_S) * 1_000);
  const due = tx
    .select({ id: photos.id })
    .from(photos)
    .where(lte(photos.deletedAt, until))
    .orderBy(asc(photos.deletedAt))
    .limit(BATCH_SIZE);
  const gone = await tx
    .delete(photos)
    .where(inArray(photos.id, due))
    .returning({ savedFileName: photos.savedFileName, widths: photos.widths });
  // Files that copies on the home page or in another category share are kept when their deletion is due.
  await enqueueDeletions(tx, [...new Set(gone.flatMap(keysOf))], now);
  return gone.length;
};

/** Deletes rows that can no longer be restored and queues their files for deletion. */
export const purgePhotos = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> => {
  for (let count = BATCH_SIZE; count === BATCH_SIZE && !signal.aborted;) {
    count = await withGalleryLock(db, (tx) => purgeBatch(tx, clock.now()));
  }
};

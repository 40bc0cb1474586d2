import { and, eq, isNull, sql } from 'drizzle-orm';
import { refuseUnknownCategory } from '#core/content/server/categories.ts';
import { appError } from '#platform/contract/errors.ts';
import { findDatabaseError } from '#platform/server/db/database-errors.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import { MAX_PHOTOS_PER_CATEGORY } from '../../contract/photo-uploads.ts';
import type { PhotoCategory } from '../../contract/photos.ts';
import { photos } from '../tables.ts';

/** The id of an advisory lock, unique in this project. */
const GALLERY_LOCK_ID = 7_402_613;
const UNIQUE_VIOLATION = '23505';

/**
 * Serialises changes of photos, so that order and limits hold. Throws PHOTO_EXISTS for a duplicate in a category, and INVALID_INPUT for an
 * unknown category.
 */
export const withGalleryLock = async <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => {
  try {
    return await refuseUnknownCategory(
      db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(GALLERY_LOCK_ID))})`);
        return work(tx);
      }),
      'category',
    );
  } catch (error) {
    if (findDatabaseError(error)?.code === UNIQUE_VIOLATION) throw appError('PHOTO_EXISTS');
    throw error;
  }
};

/** Throws CATEGORY_FULL when the category has the maximum number of photos. */
export const assertCapacity = async (tx: Tx, category: PhotoCategory): Promise<void> => {
  const isPublished = and(eq(photos.category, category), isNull(photos.deletedAt));
  if ((await tx.$count(photos, isPublished)) >= MAX_PHOTOS_PER_CATEGORY) throw appError('CATEGORY_FULL');
};

/** Draws a position in front of all photos. */
export const frontPosition = sql<number>`nextval('photo_positions')`;

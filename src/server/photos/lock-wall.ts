import { and, count, eq, isNull, min, sql } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import { MAX_IN_CATEGORY } from '#contract/photos.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import type { Db } from '#server/db/connection.ts';
import { findDatabaseError } from '#server/db/errors.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { photos } from '#server/db/schema.ts';

export type Tx = Pick<Db, 'select' | 'insert' | 'update' | 'delete' | 'execute'>;

/** An arbitrary advisory lock, unique in this project. */
const WALL_LOCK = 7_402_613;
const UNIQUE_VIOLATION = '23505';

/** Serialises changes of photos, so that order and limits hold. Refuses PHOTO_EXISTS for a duplicate in a category. */
export const changeWall = async <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => {
  try {
    return await retryTransaction(() =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(WALL_LOCK))})`);
        return work(tx);
      }),
    );
  } catch (error) {
    if (findDatabaseError(error)?.code === UNIQUE_VIOLATION) throw refuse('PHOTO_EXISTS');
    throw error;
  }
};

const isHanging = (category: PhotoCategory) => and(eq(photos.category, category), isNull(photos.deletedAt));

/** Refuses CATEGORY_FULL. */
export const requireRoom = async (tx: Pick<Tx, 'select'>, category: PhotoCategory): Promise<void> => {
  const [row] = await tx.select({ hanging: count() }).from(photos).where(isHanging(category));
  if ((row?.hanging ?? 0) >= MAX_IN_CATEGORY) throw refuse('CATEGORY_FULL');
};

/** A position before all others of the category. Refuses CATEGORY_FULL. */
export const findFront = async (tx: Tx, category: PhotoCategory): Promise<number> => {
  await requireRoom(tx, category);
  const [row] = await tx
    .select({ first: min(photos.position) })
    .from(photos)
    .where(isHanging(category));
  return (row?.first ?? 0) - 1;
};

import { and, eq, isNull, sql } from 'drizzle-orm';
import { appError } from '#contract/errors.ts';
import type { homeCategories } from '#contract/photos.ts';
import type { Db } from '#server/db/database.ts';
import { photos } from '#server/db/schema.ts';
import { recordAudit, type AuditContext } from '#server/http/audit-log.ts';
import type { PhotoRow } from '#server/photos/queries.ts';
import { withGalleryLock, frontPosition, assertCapacity } from './gallery-lock.ts';

type HomeCategory = (typeof homeCategories)[number];

/**
 * Makes a photo the newest of a home category, which the home page shows. A photo of another category is copied; both rows share
 * the files. Throws NOT_FOUND, CATEGORY_FULL.
 */
export const setHomePhoto = (
  db: Db,
  id: number,
  category: HomeCategory,
  change: AuditContext,
): Promise<PhotoRow> =>
  withGalleryLock(db, async (tx) => {
    const isKept = isNull(photos.deletedAt);
    const [source] = await tx
      .select()
      .from(photos)
      .where(and(eq(photos.id, id), isKept, isNull(photos.damagedAt)));
    if (source === undefined) throw appError('NOT_FOUND');
    const isSame = and(eq(photos.category, category), eq(photos.savedFileName, source.savedFileName), isKept);
    const [existing] = await tx.select({ id: photos.id }).from(photos).where(isSame);
    if (existing === undefined) {
      const { id: _, ...copied } = source;
      await assertCapacity(tx, category);
      await tx.insert(photos).values({ ...copied, category, position: frontPosition, createdAt: change.now });
    }
    // Later than every other photo of the category, whatever the clock says.
    const publishedAt = sql`greatest(${change.now.toISOString()}::timestamptz,
      (select max(published_at) + interval '1 microsecond' from photos where category = ${category}))`;
    const [photo] = await tx.update(photos).set({ publishedAt, hiddenAt: null }).where(isSame).returning();
    if (photo === undefined) throw appError('NOT_FOUND');
    await recordAudit(tx, change, {
      action: 'SET_HOME_PHOTO',
      target: `photo:${photo.id}`,
      after: { category, from: id },
    });
    return photo;
  });

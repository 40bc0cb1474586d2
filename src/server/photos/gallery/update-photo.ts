import { and, eq, isNull } from 'drizzle-orm';
import { appError } from '#contract/errors.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import type { Db } from '#server/db/database.ts';
import { photos } from '#server/db/schema.ts';
import { recordAudit } from '#server/http/audit-log.ts';
import type { AuditContext } from '#server/http/audit-log.ts';
import { defaultAlt } from './default-alt.ts';
import { withGalleryLock, nextFrontPosition } from './gallery-lock.ts';
import type { PhotoRow } from '#server/photos/queries.ts';

interface PhotoChanges {
  readonly category: PhotoCategory;
  readonly alt: string;
}

/** Updates description and category. Throws NOT_FOUND, PHOTO_EXISTS, CATEGORY_FULL. */
export const updatePhoto = (
  db: Db,
  id: number,
  { category, alt }: PhotoChanges,
  change: AuditContext,
): Promise<PhotoRow> =>
  withGalleryLock(db, async (tx) => {
    const isIt = and(eq(photos.id, id), isNull(photos.deletedAt));
    const [before] = await tx.select().from(photos).where(isIt);
    if (before === undefined) throw appError('NOT_FOUND');
    const isMoved = before.category !== category;
    const hanging = isMoved
      ? { position: await nextFrontPosition(tx, category), publishedAt: change.now }
      : {};
    const said = alt === '' ? defaultAlt(category) : alt;
    const [photo] = await tx
      .update(photos)
      .set({ category, alt: said, ...hanging })
      .where(isIt)
      .returning();
    if (photo === undefined) throw appError('NOT_FOUND');
    await recordAudit(tx, change, {
      action: 'UPDATE_PHOTO',
      target: `photo:${id}`,
      before: { category: before.category },
      after: { category, isAltChanged: said !== before.alt },
    });
    return photo;
  });

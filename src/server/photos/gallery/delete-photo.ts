import { and, eq, gt, isNull } from 'drizzle-orm';
import { RESTORE_WINDOW_S } from '#contract/admin-photos.ts';
import { appError } from '#contract/errors.ts';
import type { Db } from '#server/db/database.ts';
import { photos } from '#server/db/schema.ts';
import { recordAudit, type AuditContext } from '#server/http/audit-log.ts';
import { completeRequest } from '#server/http/repeated-requests.ts';
import { withGalleryLock, assertCapacity } from './gallery-lock.ts';
import type { PhotoRow } from '#server/photos/queries.ts';

/** Soft-deletes a photo, which is purged later. Throws NOT_FOUND if it is already deleted. */
export const deletePhoto = (db: Db, id: number, change: AuditContext): Promise<void> =>
  withGalleryLock(db, async (tx) => {
    const [photo] = await tx
      .update(photos)
      .set({ deletedAt: change.now })
      .where(and(eq(photos.id, id), isNull(photos.deletedAt)))
      .returning({ category: photos.category });
    if (photo === undefined) throw appError('NOT_FOUND');
    await recordAudit(tx, change, { action: 'DELETE_PHOTO', target: `photo:${id}`, before: photo });
    await completeRequest(tx);
  });

/** Restores a deleted photo to its position. Throws NOT_FOUND when it is too late, PHOTO_EXISTS and CATEGORY_FULL. */
export const restorePhoto = (db: Db, id: number, change: AuditContext): Promise<PhotoRow> =>
  withGalleryLock(db, async (tx) => {
    const since = new Date(change.now.getTime() - RESTORE_WINDOW_S * 1_000);
    const isIt = and(eq(photos.id, id), gt(photos.deletedAt, since));
    const [deleted] = await tx.select({ category: photos.category }).from(photos).where(isIt);
    if (deleted === undefined) throw appError('NOT_FOUND');
    const { category } = deleted;
    await assertCapacity(tx, category);
    const [photo] = await tx.update(photos).set({ deletedAt: null }).where(isIt).returning();
    if (photo === undefined) throw appError('NOT_FOUND');
    await recordAudit(tx, change, { action: 'RESTORE_PHOTO', target: `photo:${id}`, after: { category } });
    return photo;
  });

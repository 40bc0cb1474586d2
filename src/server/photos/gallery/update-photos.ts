import { and, eq, isNull } from 'drizzle-orm';
import type { adminPhotoEndpoints } from '#contract/admin-photos.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { photos } from '#server/db/schema.ts';
import { recordAudit, type AuditContext } from '#server/http/audit-log.ts';
import type { PhotoRow } from '#server/photos/queries.ts';
import { defaultAlt } from './default-alt.ts';
import { assertCapacity, frontPosition, withGalleryLock } from './gallery-lock.ts';

type PhotoChange = BodyOf<typeof adminPhotoEndpoints.updatePhotos>['photos'][number] &
  Pick<BodyOf<typeof adminPhotoEndpoints.updatePhoto>, 'focus'>;

const updatePhoto = async (tx: Tx, input: PhotoChange, change: AuditContext): Promise<PhotoRow> => {
  const isIt = and(eq(photos.id, input.id), isNull(photos.deletedAt));
  const [before] = await tx.select().from(photos).where(isIt);
  if (before === undefined) throw appError('NOT_FOUND');
  const { category = before.category, isHidden = before.hiddenAt !== null } = input;
  const { focus } = input;
  const alt = input.alt === '' ? defaultAlt(category) : (input.alt ?? before.alt);
  const isMoved = before.category !== category;
  if (isMoved) await assertCapacity(tx, category);
  const placing = isMoved ? { position: frontPosition, publishedAt: change.now } : {};
  if (focus !== undefined) {
    const { savedFileName } = before;
    const isCopy = eq(photos.savedFileName, savedFileName);
    await tx.update(photos).set({ focusX: focus.x, focusY: focus.y }).where(isCopy);
  }
  const hiddenAt = isHidden ? (before.hiddenAt ?? change.now) : null;
  const [photo] = await tx
    .update(photos)
    .set({ category, alt, hiddenAt, ...placing })
    .where(isIt)
    .returning();
  if (photo === undefined) throw appError('NOT_FOUND');
  await recordAudit(tx, change, {
    action: 'UPDATE_PHOTO',
    target: `photo:${input.id}`,
    before: {
      category: before.category,
      isHidden: before.hiddenAt !== null,
      ...(focus && { focus: { x: before.focusX, y: before.focusY } }),
    },
    after: { category, isHidden, ...(focus && { focus }), isAltChanged: alt !== before.alt },
  });
  return photo;
};

/**
 * Updates description, category, focal point and visibility of photos, all or none, and returns them in the same order. Throws NOT_FOUND,
 * PHOTO_EXISTS, CATEGORY_FULL. The copies of a photo on the home page get the same focal point.
 */
export const updatePhotos = (
  db: Db,
  changes: readonly PhotoChange[],
  change: AuditContext,
): Promise<PhotoRow[]> =>
  withGalleryLock(db, async (tx) => {
    const updated: PhotoRow[] = [];
    // Each moved photo goes to the front, so the last one moves first.
    for (const input of changes.toReversed()) updated.unshift(await updatePhoto(tx, input, change));
    return updated;
  });

import { and, eq, isNull, sql, asc, gt } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import { RESTORE_WINDOW_S } from '#core/files/contract/photo-uploads.ts';
import type { PhotoCategory } from '#core/files/contract/photos.ts';
import { assertCapacity, frontPosition, withGalleryLock } from '#core/files/server/photos/gallery-lock.ts';
import { findDefaultAlt } from '#core/files/server/photos/present-photo.ts';
import type { PhotoRow } from '#core/files/server/photos/queries.ts';
import { photos } from '#core/files/server/tables.ts';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { completeRequest } from '#platform/server/http/repeated-requests.ts';
import type { adminPhotoEndpoints } from '../contract/admin-photos.ts';

type PhotoChange = BodyOf<typeof adminPhotoEndpoints.updatePhotos>['photos'][number] &
  Pick<BodyOf<typeof adminPhotoEndpoints.updatePhoto>, 'focus'>;

const updatePhoto = async (tx: Tx, input: PhotoChange, change: AuditContext): Promise<PhotoRow> => {
  const isIt = and(eq(photos.id, input.id), isNull(photos.deletedAt));
  const [before] = await tx.select().from(photos).where(isIt);
  if (before === undefined) throw appError('NOT_FOUND');
  const { category = before.category, isHidden = before.hiddenAt !== null } = input;
  const { focus } = input;
  const alt = input.alt === '' ? await findDefaultAlt(tx, category) : (input.alt ?? before.alt);
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
 * PHOTO_EXISTS, CATEGORY_FULL, and INVALID_INPUT for an unknown category. All copies of a photo get the same focal point.
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

/**
 * Makes a photo the newest of a home category, and shows it there if it is hidden. A photo of another category is copied, unless the home
 * category has a copy; both rows share the files. Throws NOT_FOUND, CATEGORY_FULL, INVALID_INPUT for an unknown category, and PHOTO_EXISTS
 * when the home category has another upload of the same file.
 */
export const setHomePhoto = (
  db: Db,
  id: number,
  category: PhotoCategory,
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
    if ((await tx.$count(photos, isSame)) === 0) {
      const { id: _, shootType: __, ...copied } = source;
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

type OrderPhotosInput = BodyOf<typeof adminPhotoEndpoints.orderPhotos>;

/** Stores a new order. Throws PHOTOS_CHANGED unless `ids` contains each undeleted photo of the category once, and nothing else. */
export const orderPhotos = (
  db: Db,
  { category, ids }: OrderPhotosInput,
  change: AuditContext,
): Promise<void> =>
  withGalleryLock(db, async (tx) => {
    const rows = await tx
      .select({ id: photos.id })
      .from(photos)
      .where(and(eq(photos.category, category), isNull(photos.deletedAt)))
      .orderBy(asc(photos.position), asc(photos.id));
    const stored = rows.map(({ id }) => id);
    const wanted = new Set(ids);
    const isWhole = wanted.size === ids.length && stored.length === ids.length;
    if (!isWhole || stored.some((id) => !wanted.has(id))) throw appError('PHOTOS_CHANGED');
    await tx.execute(sql`
      update ${photos} set position = place
      from unnest(${sql.param([...ids])}::bigint[]) with ordinality as ordered (photo_id, place)
      where id = photo_id
    `);
    const target = `photos:${category}`;
    await recordAudit(tx, change, { action: 'ORDER_PHOTOS', target, before: stored, after: ids });
  });

/** Soft-deletes a photo. Throws NOT_FOUND if it is unknown or already deleted. */
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

/** Restores a deleted photo. Throws NOT_FOUND when it is too late or no such photo is deleted, PHOTO_EXISTS and CATEGORY_FULL. */
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

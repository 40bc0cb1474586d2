import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { adminPhotoEndpoints } from '#contract/admin-photos.ts';
import { appError } from '#contract/errors.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Db } from '#server/db/database.ts';
import { photos } from '#server/db/schema.ts';
import { recordAudit, type AuditContext } from '#server/http/audit-log.ts';
import { withGalleryLock } from './gallery-lock.ts';

type OrderPhotosInput = BodyOf<typeof adminPhotoEndpoints.orderPhotos>;

/** Stores a new order. Throws PHOTOS_CHANGED when the category has other photos than the admin saw. */
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
    const hanging = rows.map(({ id }) => id);
    const wanted = new Set(ids);
    const isWhole = wanted.size === ids.length && hanging.length === ids.length;
    if (!isWhole || hanging.some((id) => !wanted.has(id))) throw appError('PHOTOS_CHANGED');
    await tx.execute(sql`
      update ${photos} set position = place
      from unnest(${sql.param([...ids])}::bigint[]) with ordinality as ordered (photo_id, place)
      where id = photo_id
    `);
    const target = `photos:${category}`;
    await recordAudit(tx, change, { action: 'ORDER_PHOTOS', target, before: hanging, after: ids });
  });

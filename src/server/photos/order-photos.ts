import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { photoEndpoints } from '#contract/photos.ts';
import type { Db } from '#server/db/connection.ts';
import { photos } from '#server/db/schema.ts';
import { recordAudit } from '#server/http/record-audit.ts';
import type { Change } from '#server/http/record-audit.ts';
import { changeWall } from './lock-wall.ts';

type OrderPhotosInput = BodyOf<typeof photoEndpoints.orderPhotos>;

/** Refuses PHOTOS_CHANGED when others hang there than the admin saw. */
export const orderPhotos = (db: Db, { category, ids }: OrderPhotosInput, change: Change): Promise<void> =>
  changeWall(db, async (tx) => {
    const rows = await tx
      .select({ id: photos.id })
      .from(photos)
      .where(and(eq(photos.category, category), isNull(photos.deletedAt)))
      .orderBy(asc(photos.position), asc(photos.id));
    const hanging = rows.map(({ id }) => id);
    const wanted = new Set(ids);
    const isWhole = wanted.size === ids.length && hanging.length === ids.length;
    if (!isWhole || hanging.some((id) => !wanted.has(id))) throw refuse('PHOTOS_CHANGED');
    await tx.execute(sql`
      update ${photos} set position = place
      from unnest(${sql.param([...ids])}::bigint[]) with ordinality as ordered (photo_id, place)
      where id = photo_id
    `);
    const target = `photos:${category}`;
    await recordAudit(tx, change, { action: 'ORDER_PHOTOS', target, before: hanging, after: ids });
  });

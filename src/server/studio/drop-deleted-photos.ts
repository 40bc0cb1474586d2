import { and, inArray, isNull } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { photos } from '#server/db/schema.ts';

const mapPhotoIds = <Content>(content: Content, map: (id: number) => number | null): Content =>
  JSON.parse(JSON.stringify(content), (key, value: unknown) =>
    key === 'photoId' && typeof value === 'number' ? map(value) : value,
  ) as Content;

/**
 * Returns sections with null instead of the ids of deleted photos, because editors would show them as chosen. The stored sections keep
 * the ids, so that a restored photo is chosen again.
 */
export const dropDeletedPhotos = async <Content>(db: Db, content: Content): Promise<Content> => {
  const ids = new Set<number>();
  mapPhotoIds(content, (id) => {
    ids.add(id);
    return id;
  });
  if (ids.size === 0) return content;
  const rows = await db
    .select({ id: photos.id })
    .from(photos)
    .where(and(inArray(photos.id, [...ids]), isNull(photos.deletedAt)));
  const existing = new Set(rows.map(({ id }) => id));
  return mapPhotoIds(content, (id) => (existing.has(id) ? id : null));
};

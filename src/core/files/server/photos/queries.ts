import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import { categories } from '#core/content/server/tables.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Page } from '#platform/server/http/pagination.ts';
import { MAX_PHOTOS_PER_CATEGORY } from '../../contract/photo-uploads.ts';
import { MAX_HERO_PHOTOS, REPRESENTATIVE, type PhotoCategory } from '../../contract/photos.ts';
import { photos } from '../tables.ts';

export type PhotoRow = typeof photos.$inferSelect;

/** Whether visitors see the photo, if they see its category. */
export const isVisible = and(isNull(photos.deletedAt), isNull(photos.damagedAt), isNull(photos.hiddenAt));

/** The photo is in the gallery of a category that visitors see. */
export const isInShownGallery = sql`${photos.category} in (select ${categories.id} from ${categories} where ${categories.isShown})`;
const isShownCover = sql`${photos.category} in (select ${categories.id} || '_MAIN' from ${categories} where ${categories.isShown})`;

/** Finds the newest visible photo of each category of the home page. */
export const findHomePhotos = (db: Db): Promise<PhotoRow[]> =>
  db
    .selectDistinctOn([photos.category])
    .from(photos)
    .where(and(or(eq(photos.category, REPRESENTATIVE), isShownCover), isVisible))
    .orderBy(photos.category, desc(photos.publishedAt), desc(photos.id));

const findRepresentatives = (db: Db, limit: number): Promise<PhotoRow[]> =>
  db
    .select()
    .from(photos)
    .where(and(eq(photos.category, REPRESENTATIVE), isVisible))
    .orderBy(desc(photos.publishedAt), desc(photos.id))
    .limit(limit);

export const findRepresentative = async (db: Db): Promise<PhotoRow | undefined> =>
  (await findRepresentatives(db, 1))[0];

/** Finds the newest photos for the top of the home page, each with a category in whose gallery visitors see it too, or null. */
export const findHeroPhotos = async (db: Db): Promise<(PhotoRow & { shootType: string | null })[]> => {
  const rows = await findRepresentatives(db, MAX_HERO_PHOTOS);
  const names = rows.map(({ savedFileName }) => savedFileName);
  const copies = await db
    .select({ category: photos.category, savedFileName: photos.savedFileName })
    .from(photos)
    .where(and(inArray(photos.savedFileName, names), isInShownGallery, isVisible));
  const types = new Map(copies.map(({ savedFileName, category }) => [savedFileName, category]));
  return rows.map((row) => ({ ...row, shootType: types.get(row.savedFileName) ?? null }));
};

/** Finds the first visible photo of each category page. */
export const findFirstPhotos = (db: Db): Promise<PhotoRow[]> =>
  db
    .selectDistinctOn([photos.category])
    .from(photos)
    .where(and(isInShownGallery, isVisible))
    .orderBy(photos.category, asc(photos.position), asc(photos.id));

const LATEST_PHOTOS = 8;

/** Finds the newest photos of the category pages, without copies of the photos that `findHomePhotos` returns. */
export const findLatestPhotos = async (db: Db): Promise<PhotoRow[]> => {
  const covers = (await findHomePhotos(db)).map(({ savedFileName }) => savedFileName);
  return db
    .select()
    .from(photos)
    .where(and(isInShownGallery, isVisible, notInArray(photos.savedFileName, covers)))
    .orderBy(desc(photos.publishedAt), desc(photos.id))
    .limit(LATEST_PHOTOS);
};

/** Highest id first. */
export const findPhotosByCategory = (
  db: Db,
  category: PhotoCategory,
  { limit, after }: Page<number>,
): Promise<PhotoRow[]> =>
  db
    .select()
    .from(photos)
    .where(and(eq(photos.category, category), isVisible, after === null ? undefined : lt(photos.id, after)))
    .orderBy(desc(photos.id))
    .limit(limit);

export const findVisiblePhotos = (db: Db, category: PhotoCategory, limit = MAX_PHOTOS_PER_CATEGORY) =>
  db
    .select()
    .from(photos)
    .where(and(eq(photos.category, category), isVisible))
    .orderBy(asc(photos.position), asc(photos.id))
    .limit(limit);

/** Finds the hashes of the uploaded files; sample photos have none. A damaged photo is left out, because an upload replaces it. */
export const findContentHashes = (db: Db) =>
  db
    .select({ category: photos.category, contentHash: sql<string>`${photos.contentHash}` })
    .from(photos)
    .where(and(isNull(photos.deletedAt), isNull(photos.damagedAt), isNotNull(photos.contentHash)));

/** Finds all photos that are not deleted, including damaged and hidden ones, in display order. */
export const findAllPhotos = (db: Db, category: PhotoCategory): Promise<PhotoRow[]> =>
  db
    .select()
    .from(photos)
    .where(and(eq(photos.category, category), isNull(photos.deletedAt)))
    .orderBy(asc(photos.position), asc(photos.id));

/** Finds a photo that is not deleted. */
export const findPhoto = async (db: Db, id: number): Promise<PhotoRow | undefined> => {
  const [row] = await db
    .select()
    .from(photos)
    .where(and(eq(photos.id, id), isNull(photos.deletedAt)));
  return row;
};

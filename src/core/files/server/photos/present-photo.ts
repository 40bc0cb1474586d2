import { findCategoryNames, unknownCategory } from '#core/content/server/categories.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { Storage } from '#platform/server/ports/storage/storage.ts';
import type { AdminPhoto } from '../../contract/photo-uploads.ts';
import { shootTypeOf, type PhotoCategory, type Photo } from '../../contract/photos.ts';
import { contentTypeOf, jpegKey, renditionKey } from '../renditions/rendition-sizes.ts';
import type { PhotoRow } from './queries.ts';

/** The default alternative text, such as `웨딩 사진`. Throws INVALID_INPUT for an unknown category. */
export const findDefaultAlt = async (db: Tx, category: PhotoCategory): Promise<string> => {
  const type = shootTypeOf(category);
  const name = type === null ? '대표' : (await findCategoryNames(db)).get(type);
  if (name === undefined) throw unknownCategory('category');
  return `${name} 사진`;
};

const sourceTypes = ['avif', 'webp'] as const;

export const presentPhoto = (row: PhotoRow, storage: Storage): Photo => ({
  id: row.id,
  imageUrl: storage.url(jpegKey(row.savedFileName)),
  savedFileName: row.savedFileName,
  category: row.category,
  width: row.width,
  height: row.height,
  alt: row.alt,
  placeholder: row.placeholder,
  sources: sourceTypes.map((type) => ({
    type: contentTypeOf(`.${type}`) ?? '',
    srcset: row.widths
      .map((width) => `${storage.url(renditionKey(row.savedFileName, width, type))} ${width}w`)
      .join(', '),
  })),
  focus: { x: row.focusX, y: row.focusY },
});

export const presentAdminPhoto = (row: PhotoRow, storage: Storage): AdminPhoto => ({
  ...presentPhoto(row, storage),
  originalFileName: row.originalFileName,
  contentHash: row.contentHash,
  createdAt: row.createdAt.toISOString(),
  isDamaged: row.damagedAt !== null,
  isHidden: row.hiddenAt !== null,
});

/** The photos by category. `rows` has at most one of each. */
export const presentByCategory = (
  rows: readonly PhotoRow[],
  storage: Storage,
): Record<PhotoCategory, Photo> =>
  Object.fromEntries(rows.map((row) => [row.category, presentPhoto(row, storage)]));

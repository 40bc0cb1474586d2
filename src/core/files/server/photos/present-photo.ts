import { shootTypeLabels, shootTypes } from '#core/content/contract/shoot-types.ts';
import type { Storage } from '#platform/server/ports/storage/storage.ts';
import type { AdminPhoto } from '../../contract/photo-uploads.ts';
import type { PhotoCategory, Photo } from '../../contract/photos.ts';
import { contentTypeOf, jpegKey, renditionKey } from '../renditions/rendition-sizes.ts';
import type { PhotoRow } from './queries.ts';

/** The default alternative text, such as `웨딩 사진`. */
export const defaultAlt = (category: PhotoCategory): string => {
  const shootType = shootTypes.find((type) => category.startsWith(type));
  return `${shootType === undefined ? '대표' : shootTypeLabels[shootType]} 사진`;
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

/** At most one photo per category, by category. */
export const presentByCategory = (
  rows: readonly PhotoRow[],
  storage: Storage,
): Partial<Record<PhotoCategory, Photo>> =>
  Object.fromEntries(rows.map((row) => [row.category, presentPhoto(row, storage)]));

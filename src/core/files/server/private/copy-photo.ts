import { and, eq } from 'drizzle-orm';
import { appError } from '#platform/contract/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import { isInShownGallery, isVisible } from '../photos/queries.ts';
import { JPEG_WIDTH, jpegKey } from '../renditions/rendition-sizes.ts';
import { withStorageErrors } from '../storage/storage-errors.ts';
import { photos } from '../tables.ts';
import { assertPictureLimit, storePicture } from './picture-uploads.ts';

/** Copies a visible photo of a gallery to the member's pictures. Throws NOT_FOUND, TOO_MANY_PICTURES, TOO_MANY_REQUESTS, UNAVAILABLE. */
export const copyPhoto = async (deps: Deps, memberId: string, photoId: number) => {
  const [photo] = await deps.db
    .select()
    .from(photos)
    .where(and(eq(photos.id, photoId), isInShownGallery, isVisible));
  if (photo === undefined) throw appError('NOT_FOUND');
  // Also before the file is stored: unlike an upload, a copy was not counted when it began.
  await assertPictureLimit(deps.db, memberId, deps.clock.now());
  const bytes = await withStorageErrors(deps, (storage) => storage.read(jpegKey(photo.savedFileName)));
  if (bytes === null) throw appError('NOT_FOUND');
  const width = Math.min(photo.width, JPEG_WIDTH);
  const height = Math.round((photo.height * width) / photo.width);
  return storePicture(deps, memberId, { bytes, width, height });
};

import { and, eq, isNull } from 'drizzle-orm';
import {
  createLimitMessages,
  photoMessages,
  photoUploadLimits,
  type UploadLimits,
} from '#contract/admin-photos.ts';
import { appError } from '#contract/errors.ts';
import { photos } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { sha256Hex } from '#server/files/sha256.ts';
import { assertCapacity } from '#server/photos/gallery/gallery-lock.ts';
import { withStorageErrors } from '#server/photos/storage/storage-errors.ts';
import { invalidPhoto, UploadMissing } from './upload-errors.ts';
import type { UploadLease } from './upload-lease.ts';

interface StagedFile {
  readonly stagingKey: string;
  /** The announced size in bytes. */
  readonly contentLength: number | null;
}

/** Reads a staged file within these limits. Throws INVALID_INPUT, UNAVAILABLE. */
export const loadStagedFile = async (
  deps: Pick<Deps, 'storage' | 'log'>,
  { stagingKey, contentLength }: StagedFile,
  limits: UploadLimits,
): Promise<Uint8Array> => {
  const assertSize = (bytes: number): void => {
    if (bytes > limits.bytes) throw invalidPhoto(createLimitMessages(limits).tooLarge);
    if (contentLength !== null && bytes !== contentLength) throw invalidPhoto(photoMessages.unreadable);
  };
  const object = await withStorageErrors(deps, (storage) => storage.stat(stagingKey));
  if (object === null) throw new UploadMissing();
  assertSize(object.bytes);
  const bytes = await withStorageErrors(deps, (storage) => storage.read(stagingKey));
  if (bytes === null) throw new UploadMissing();
  // The file may have been replaced since the first check.
  assertSize(bytes.byteLength);
  return bytes;
};

/** Reads and validates the file of a photo. Throws INVALID_INPUT, PHOTO_EXISTS, CATEGORY_FULL, UNAVAILABLE. */
export const loadPhoto = async (
  deps: Deps,
  lease: UploadLease,
): Promise<{ readonly bytes: Uint8Array; readonly contentHash: string }> => {
  const { category } = lease;
  await assertCapacity(deps.db, category);
  const bytes = await loadStagedFile(deps, lease, photoUploadLimits);
  const contentHash = sha256Hex(bytes);
  const isSame = and(eq(photos.category, category), eq(photos.contentHash, contentHash));
  // A damaged photo is replaced.
  const isShown = and(isNull(photos.deletedAt), isNull(photos.damagedAt));
  if ((await deps.db.$count(photos, and(isSame, isShown))) > 0) throw appError('PHOTO_EXISTS');
  return { bytes, contentHash };
};

import { and, eq, isNull } from 'drizzle-orm';
import { photoMessages, photoUploadLimits } from '#contract/admin-photos.ts';
import { appError } from '#contract/errors.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import type { Db } from '#server/db/database.ts';
import { photos } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { withStorageErrors } from '#server/photos/storage/storage-errors.ts';
import { sha256Hex } from '#server/files/sha256.ts';
import type { UploadLease } from './upload-lease.ts';
import { assertCapacity } from '#server/photos/gallery/gallery-lock.ts';
import { invalidPhoto } from './invalid-photo.ts';
import { UploadMissing } from './temporarily-unavailable.ts';

interface StagedFile {
  readonly bytes: Uint8Array;
  readonly contentHash: string;
}

const assertSize = (bytes: number, { contentLength }: UploadLease): void => {
  if (bytes > photoUploadLimits.bytes) throw invalidPhoto(photoMessages.tooLarge);
  if (contentLength !== null && bytes !== contentLength) throw invalidPhoto(photoMessages.unreadable);
};

const assertNotDuplicate = async (db: Db, category: PhotoCategory, contentHash: string): Promise<void> => {
  const isSame = and(eq(photos.category, category), eq(photos.contentHash, contentHash));
  // A damaged photo is replaced.
  const isShown = and(isNull(photos.deletedAt), isNull(photos.damagedAt));
  const [twin] = await db.select({ id: photos.id }).from(photos).where(and(isSame, isShown));
  if (twin !== undefined) throw appError('PHOTO_EXISTS');
};

/** Reads and validates the staged file. Throws INVALID_INPUT, PHOTO_EXISTS, CATEGORY_FULL, UNAVAILABLE. */
export const loadStagedFile = async (deps: Deps, lease: UploadLease): Promise<StagedFile> => {
  await assertCapacity(deps.db, lease.category);
  const object = await withStorageErrors(deps, (storage) => storage.stat(lease.stagingKey));
  if (object === null) throw new UploadMissing();
  assertSize(object.bytes, lease);
  const bytes = await withStorageErrors(deps, (storage) => storage.read(lease.stagingKey));
  if (bytes === null) throw new UploadMissing();
  // The file may have been replaced since the first check.
  assertSize(bytes.byteLength, lease);
  const contentHash = sha256Hex(bytes);
  await assertNotDuplicate(deps.db, lease.category, contentHash);
  return { bytes, contentHash };
};

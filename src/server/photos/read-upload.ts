import { and, eq, isNull } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import type { Refusal } from '#contract/errors.ts';
import { photoMessages, uploadLimits } from '#contract/photos.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import type { Db } from '#server/db/connection.ts';
import { photos } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { askStore } from './ask-store.ts';
import { checksumOf } from '#server/checksum.ts';
import type { Claim } from './claim-upload.ts';
import { releaseUpload } from './end-claim.ts';
import { requireRoom } from './lock-wall.ts';
import { refusePhoto } from './refuse-photo.ts';

interface Original {
  readonly bytes: Uint8Array;
  readonly contentHash: string;
}

const requireSize = (bytes: number, { contentLength }: Claim): void => {
  if (bytes > uploadLimits.bytes) throw refusePhoto(photoMessages.tooLarge);
  if (contentLength !== null && bytes !== contentLength) throw refusePhoto(photoMessages.unreadable);
};

/** Returns the upload, so that the file can still be put and saved. */
const refuseMissing = async (deps: Deps, claim: Claim): Promise<Refusal> => {
  await releaseUpload(deps, claim);
  return refusePhoto(photoMessages.notUploaded);
};

const requireNew = async (db: Db, category: PhotoCategory, contentHash: string): Promise<void> => {
  const isSame = and(eq(photos.category, category), eq(photos.contentHash, contentHash));
  // A damaged one is replaced.
  const isShown = and(isNull(photos.deletedAt), isNull(photos.damagedAt));
  const [twin] = await db.select({ id: photos.id }).from(photos).where(and(isSame, isShown));
  if (twin !== undefined) throw refuse('PHOTO_EXISTS');
};

/** Reads and checks the staged file. Refuses INVALID_INPUT, PHOTO_EXISTS, CATEGORY_FULL, UNAVAILABLE. */
export const readUpload = async (deps: Deps, claim: Claim): Promise<Original> => {
  await requireRoom(deps.db, claim.category);
  const object = await askStore(deps, (storage) => storage.stat(claim.stagingKey));
  if (object === null) throw await refuseMissing(deps, claim);
  requireSize(object.bytes, claim);
  const bytes = await askStore(deps, (storage) => storage.read(claim.stagingKey));
  if (bytes === null) throw await refuseMissing(deps, claim);
  // The file may have been replaced in between.
  requireSize(bytes.byteLength, claim);
  const contentHash = checksumOf(bytes);
  await requireNew(deps.db, claim.category, contentHash);
  return { bytes, contentHash };
};

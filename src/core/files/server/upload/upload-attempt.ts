import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { appError, AppError } from '#platform/contract/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import { sha256Hex } from '#platform/server/files/sha256.ts';
import {
  createLimitMessages,
  photoMessages,
  photoUploadLimits,
  type UploadLimits,
} from '../../contract/photo-uploads.ts';
import { assertCapacity } from '../photos/gallery-lock.ts';
import type { RenderedPhoto } from '../renditions/generate-renditions.ts';
import { renderPhoto } from '../renditions/render-in-subprocess.ts';
import { contentTypeOf } from '../renditions/rendition-sizes.ts';
import { deleteUploads } from '../storage/file-deletions.ts';
import { withStorageErrors } from '../storage/storage-errors.ts';
import { photos, uploadIntents as intents } from '../tables.ts';
import { publishPhoto, registerPendingFiles, scheduleCleanup } from './publish-photo.ts';
import { invalidPhoto, UploadMissing, RenderProcessKilled } from './upload-errors.ts';
import { type UploadLease, holdsLease, MAX_ATTEMPTS } from './upload-lease.ts';

type StagedFile = Pick<typeof intents.$inferSelect, 'stagingKey' | 'contentLength'>;

/**
 * Reads a staged file. Throws INVALID_INPUT when it is missing, larger than `limits.bytes`, or not of the announced `contentLength`, and
 * UNAVAILABLE when the store fails. A `contentLength` of null allows any size up to the limit.
 */
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

/** Reads the file of a photo. Throws INVALID_INPUT, PHOTO_EXISTS, CATEGORY_FULL, UNAVAILABLE. */
const loadPhoto = async (
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

/** An upload that this process works on. */
export interface UploadAttempt {
  /** Renewed before the files are stored. */
  lease: UploadLease;
  contentHash: string;
  rendered?: RenderedPhoto;
}

/** Not an async function, because its frame would keep the file in memory until rendering ends. */
export const renderUpload = (deps: Deps, attempt: UploadAttempt): Promise<RenderedPhoto> =>
  loadPhoto(deps, attempt.lease).then(({ bytes, contentHash }) => {
    attempt.contentHash = contentHash;
    return renderPhoto(bytes, randomUUID());
  });

/** Deletes the staged file, which is also in the deletion queue in case this fails. */
export const clearStaging = async (
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  { stagingKey }: Pick<UploadLease, 'stagingKey'>,
): Promise<void> => {
  try {
    await storage.delete(stagingKey);
  } catch (error) {
    log.warn({ event: 'staging_left', err: error });
  }
};

/**
 * Stores and publishes a rendered upload. Each attempt uses its own file names, queues them for deletion before storing them, and
 * publishes only while it holds the lease, so a crash at any point leaves no orphans. Throws PHOTO_EXISTS, CATEGORY_FULL, UNAVAILABLE.
 */
export const publishUpload = async (
  deps: Deps,
  attempt: UploadAttempt,
  rendered: RenderedPhoto,
): Promise<void> => {
  attempt.lease = await registerPendingFiles(deps, attempt.lease, rendered);
  attempt.rendered = rendered;
  for (const { key, bytes } of rendered.files) {
    await withStorageErrors(deps, (storage) => storage.put(key, bytes, contentTypeOf(key) ?? ''));
  }
  await publishPhoto(deps, attempt.lease, rendered, attempt.contentHash);
  await clearStaging(deps, attempt.lease);
};

/** Whether the error refuses the upload. After any other error it can be retried. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.code !== 'UNAVAILABLE';

/** Whether the file is refused for good. A file that has not arrived yet is not. */
export const isPermanent = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'INVALID_INPUT' && !(error instanceof UploadMissing);

const endLease = async (
  db: Deps['db'],
  lease: UploadLease,
  end: Partial<typeof intents.$inferInsert>,
  error?: unknown,
): Promise<void> => {
  // Only an attempt that may have crashed a process counts.
  const attempts = error instanceof RenderProcessKilled ? intents.attempts : sql`${intents.attempts} - 1`;
  await db
    .update(intents)
    .set({ ...end, attempts })
    .where(holdsLease(lease));
};

/** Ends the lease, so that any worker can continue. */
export const releaseLease = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  lease: UploadLease,
  error?: unknown,
): Promise<void> => endLease(db, lease, { leaseUntil: clock.now() }, error);

/** Deletes an upload that can never be published, with its file. */
const discardUpload = async (deps: Deps, lease: UploadLease): Promise<void> => {
  const discarded = await deps.db.transaction((tx) => deleteUploads(tx, holdsLease(lease)));
  if (discarded > 0) await clearStaging(deps, lease);
};

/**
 * Ends a failed attempt, and returns the error to respond with. If this fails, the lease expires, after which a worker may continue.
 * `isReported`: a request of this process responds with the error. The admin may then save the upload again, unless its file is refused.
 */
export const failUpload = async (
  deps: Deps,
  { lease, rendered }: UploadAttempt,
  failure: unknown,
  isReported: boolean,
): Promise<unknown> => {
  const isHopeless = failure instanceof RenderProcessKilled && lease.attempts >= MAX_ATTEMPTS;
  // A file whose attempts are killed repeatedly is rejected permanently, because it would block later uploads.
  const error = isHopeless ? invalidPhoto(photoMessages.unreadable) : failure;
  try {
    // Queued again, because a stalled process may have stored the files after they were deleted.
    if (rendered !== undefined) await scheduleCleanup(deps, rendered);
    if (isReported && isPermanent(error)) await discardUpload(deps, lease);
    else if (isReported) await endLease(deps.db, lease, { state: 'ISSUED', leaseUntil: null }, error);
    else if (!isRefusal(error)) await releaseLease(deps, lease, error);
    else {
      const { code, message, fields } = error;
      const refusal = { code, message, fields };
      await endLease(deps.db, lease, { state: 'REFUSED', leaseUntil: null, refusal });
    }
  } catch (left) {
    deps.log.error({ event: 'upload_left', err: left });
  }
  return error;
};

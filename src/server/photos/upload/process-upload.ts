import { randomUUID } from 'node:crypto';
import { photoMessages } from '#contract/admin-photos.ts';
import type { Deps } from '#server/deps.ts';
import type { RenderedPhoto } from '#server/photos/renditions/generate-renditions.ts';
import { renderPhoto } from '#server/photos/renditions/render-file.ts';
import { withStorageErrors } from '#server/photos/storage/storage-errors.ts';
import { clearStaging, endLease } from './end-lease.ts';
import { invalidPhoto } from './invalid-photo.ts';
import { loadStagedFile } from './load-staged-file.ts';
import { publishPhoto, registerPendingFiles, scheduleCleanup } from './publish-photo.ts';
import { RenderProcessKilled } from './temporarily-unavailable.ts';
import { MAX_ATTEMPTS, type UploadLease } from './upload-lease.ts';

/** An upload that this process works on. */
export interface UploadAttempt {
  /** Renewed before the files are stored. */
  lease: UploadLease;
  contentHash: string;
  rendered?: RenderedPhoto;
}

/** Not an async function, because its frame would hold the file until it is rendered. */
export const renderUpload = (deps: Deps, attempt: UploadAttempt): Promise<RenderedPhoto> =>
  loadStagedFile(deps, attempt.lease).then(({ bytes, contentHash }) => {
    attempt.contentHash = contentHash;
    return renderPhoto(bytes, randomUUID());
  });

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
  for (const { key, bytes, contentType } of rendered.files) {
    await withStorageErrors(deps, (storage) => storage.put(key, bytes, contentType));
  }
  await publishPhoto(deps, attempt.lease, rendered, attempt.contentHash);
  await clearStaging(deps, attempt.lease);
};

/** A file that crashes processes repeatedly is rejected permanently, because it would block later uploads. */
const classifyError = (error: unknown, { attempts }: UploadLease): unknown =>
  error instanceof RenderProcessKilled && attempts >= MAX_ATTEMPTS
    ? invalidPhoto(photoMessages.unreadable)
    : error;

/**
 * Ends a failed attempt, and returns the error to respond with. If this fails, the lease expires and another process continues.
 * `isReported`: a request of this process responds with the error.
 */
export const failUpload = async (
  deps: Deps,
  { lease, rendered }: UploadAttempt,
  failure: unknown,
  isReported: boolean,
): Promise<unknown> => {
  const error = classifyError(failure, lease);
  try {
    // Queued again, because a stalled process may have stored the files after they were deleted.
    if (rendered !== undefined) await scheduleCleanup(deps, rendered);
    await endLease(deps, lease, error, isReported);
  } catch (left) {
    deps.log.error({ event: 'upload_left', err: left });
  }
  return error;
};

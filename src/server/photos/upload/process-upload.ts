import { randomUUID } from 'node:crypto';
import { photoMessages } from '#contract/admin-photos.ts';
import { AppError } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { withStorageErrors } from '#server/photos/storage/storage-errors.ts';
import { MAX_ATTEMPTS, type UploadLease } from './upload-lease.ts';
import { queueRendering } from '#server/photos/renditions/render-queue.ts';
import type { RenderedPhoto } from '#server/photos/renditions/generate-renditions.ts';
import { clearStaging, discardUpload, abandonLease } from './release-lease.ts';
import { scheduleCleanup, registerPendingFiles, publishPhoto } from './publish-photo.ts';
import type { PhotoRow } from '#server/photos/queries.ts';
import { loadStagedFile } from './load-staged-file.ts';
import { RenderProcessKilled } from './temporarily-unavailable.ts';
import { invalidPhoto } from './invalid-photo.ts';

interface LeaseSteps {
  /** Acquires the lease when it is this upload's turn. */
  readonly acquire: () => Promise<UploadLease>;
  readonly release: (deps: Deps, lease: UploadLease, error: unknown) => Promise<void>;
}

interface ProcessingAttempt {
  readonly db: Deps['db'];
  lease?: UploadLease;
  contentHash: string;
  rendered?: RenderedPhoto;
}

const inFlight = new Set<ProcessingAttempt>();

/** Ends the leases of a stopping server, so that another server continues at once. */
export const abandonInFlight = async (deps: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  for (const { db, lease } of inFlight) {
    if (db === deps.db && lease !== undefined) await abandonLease(deps, lease);
  }
};

const isPermanent = (error: unknown): boolean => error instanceof AppError && error.code === 'INVALID_INPUT';

/** A file that crashes processes repeatedly is rejected permanently, because it would block later uploads. */
const classifyError = (error: unknown, lease: UploadLease | undefined): unknown =>
  error instanceof RenderProcessKilled && lease !== undefined && lease.attempts >= MAX_ATTEMPTS
    ? invalidPhoto(photoMessages.unreadable)
    : error;

/** If this fails, the lease expires and another process resumes the upload. */
const endAttempt = async (
  deps: Deps,
  { lease, rendered }: ProcessingAttempt,
  error: unknown,
  { release }: LeaseSteps,
): Promise<void> => {
  if (lease === undefined) return;
  try {
    // Queued again, because a stalled process may have stored the files after they were deleted.
    if (rendered !== undefined) await scheduleCleanup(deps, rendered);
    await (isPermanent(error) ? discardUpload(deps, lease) : release(deps, lease, error));
  } catch (failure) {
    deps.log.error({ event: 'upload_left', err: failure });
  }
};

/**
 * Renders and publishes a staged file. Each attempt uses its own file names, queues them for deletion before storing them, and
 * publishes only while it holds the lease, so a crash at any point leaves no orphans. Throws INVALID_INPUT, PHOTO_EXISTS,
 * CATEGORY_FULL, UNAVAILABLE.
 */
export const processUpload = async (deps: Deps, steps: LeaseSteps): Promise<PhotoRow> => {
  const attempt: ProcessingAttempt = { db: deps.db, contentHash: '' };
  const load = async (): Promise<Uint8Array> => {
    attempt.lease = await steps.acquire();
    const { bytes, contentHash } = await loadStagedFile(deps, attempt.lease);
    attempt.contentHash = contentHash;
    return bytes;
  };
  inFlight.add(attempt);
  try {
    const rendered = await queueRendering(load, randomUUID());
    if (attempt.lease === undefined) throw new Error('rendered without a lease');
    const lease = await registerPendingFiles(deps, attempt.lease, rendered);
    attempt.lease = lease;
    attempt.rendered = rendered;
    for (const { key, bytes, contentType } of rendered.files) {
      await withStorageErrors(deps, (storage) => storage.put(key, bytes, contentType));
    }
    const photo = await publishPhoto(deps, lease, rendered, attempt.contentHash);
    await clearStaging(deps, lease);
    return photo;
  } catch (failure) {
    const error = classifyError(failure, attempt.lease);
    await endAttempt(deps, attempt, error, steps);
    throw error;
  } finally {
    inFlight.delete(attempt);
  }
};

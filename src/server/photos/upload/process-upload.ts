import { randomUUID } from 'node:crypto';
import { AppError } from '#contract/errors.ts';
import { photoMessages } from '#contract/photos.ts';
import type { Deps } from '#server/deps.ts';
import { withStorageErrors } from '#server/photos/storage/storage-errors.ts';
import { MAX_ATTEMPTS } from './upload-lease.ts';
import type { UploadLease } from './upload-lease.ts';
import { queueRendering } from '#server/photos/renditions/render-queue.ts';
import type { RenderedPhoto } from '#server/photos/renditions/generate-renditions.ts';
import { clearStaging, discardUpload, abandonLease } from './release-lease.ts';
import { scheduleCleanup, registerPendingFiles, publishPhoto } from './publish-photo.ts';
import type { PhotoRow } from '#server/photos/queries.ts';
import { loadStagedFile } from './load-staged-file.ts';
import { RenderProcessKilled } from './temporarily-unavailable.ts';
import { invalidPhoto } from './invalid-photo.ts';

interface LeaseSteps {
  /** Called when it is this upload's turn. */
  readonly acquire: () => Promise<UploadLease>;
  readonly release: (deps: Deps, claim: UploadLease, error: unknown) => Promise<void>;
}

interface ProcessingAttempt {
  readonly db: Deps['db'];
  lease?: UploadLease;
  contentHash: string;
  derived?: RenderedPhoto;
}

const inFlight = new Set<ProcessingAttempt>();

/** Ends the leases of a stopping server, so that the next one continues at once. */
export const abandonInFlight = async (deps: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  for (const { db, lease } of inFlight) {
    if (db === deps.db && lease !== undefined) await abandonLease(deps, lease);
  }
};

const isPermanent = (error: unknown): boolean => error instanceof AppError && error.code === 'INVALID_INPUT';

/** A file over which processes die again and again is refused, since it would block those behind it. */
const classifyError = (error: unknown, claim: UploadLease | undefined): unknown =>
  error instanceof RenderProcessKilled && claim !== undefined && claim.attempts >= MAX_ATTEMPTS
    ? invalidPhoto(photoMessages.unreadable)
    : error;

/** A failure here leaves the upload to whoever finds its lease expired. */
const endAttempt = async (
  deps: Deps,
  { lease, derived }: ProcessingAttempt,
  error: unknown,
  { release }: LeaseSteps,
): Promise<void> => {
  if (lease === undefined) return;
  try {
    // Queued again: a process that stalled may have put them after they were deleted.
    if (derived !== undefined) await scheduleCleanup(deps, derived);
    await (isPermanent(error) ? discardUpload(deps, lease) : release(deps, lease, error));
  } catch (failure) {
    deps.log.error({ event: 'upload_left', err: failure });
  }
};

/**
 * Publishes a staged file. Each attempt has its own file names, queues them for deletion before it puts them, and
 * publishes only while it holds the lease, so it may die at any point. Refuses INVALID_INPUT, PHOTO_EXISTS,
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
    const derived = await queueRendering(load, randomUUID());
    if (attempt.lease === undefined) throw new Error('derived before it was claimed');
    const claim = await registerPendingFiles(deps, attempt.lease, derived);
    attempt.lease = claim;
    attempt.derived = derived;
    for (const { key, bytes, contentType } of derived.files) {
      await withStorageErrors(deps, (storage) => storage.put(key, bytes, contentType));
    }
    const photo = await publishPhoto(deps, claim, derived, attempt.contentHash);
    await clearStaging(deps, claim);
    return photo;
  } catch (failure) {
    const error = classifyError(failure, attempt.lease);
    await endAttempt(deps, attempt, error, steps);
    throw error;
  } finally {
    inFlight.delete(attempt);
  }
};

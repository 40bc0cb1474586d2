import { sql } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { uploadIntents as intents } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { enqueueDeletions } from '#server/photos/storage/enqueue-deletions.ts';
import { RenderProcessKilled, UploadMissing } from './temporarily-unavailable.ts';
import { holdsLease, type UploadLease } from './upload-lease.ts';

// Only an attempt that may have crashed the process counts.
const attemptsAfter = (error: unknown) =>
  error instanceof RenderProcessKilled ? intents.attempts : sql`${intents.attempts} - 1`;

/** Ends the lease, so that any worker continues at once. */
export const releaseLease = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  lease: UploadLease,
  error?: unknown,
): Promise<void> => {
  const attempts = sql`${attemptsAfter(error)}`;
  await db.update(intents).set({ leaseUntil: clock.now(), attempts }).where(holdsLease(lease));
};

/** Ends the lease, so that the admin, who gets the error, can save the upload again. */
const reopenUpload = async (db: Deps['db'], lease: UploadLease, error: unknown): Promise<void> => {
  const attempts = sql`${attemptsAfter(error)}`;
  await db.update(intents).set({ state: 'ISSUED', leaseUntil: null, attempts }).where(holdsLease(lease));
};

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
 * Deletes an upload that can never be published. Its URL accepts files until it expires, so the file is deleted again then.
 */
const discardUpload = async (deps: Deps, lease: UploadLease): Promise<void> => {
  const isOurs = await deps.db.transaction(async (tx) => {
    const gone = await tx.delete(intents).where(holdsLease(lease)).returning({ id: intents.id });
    if (gone.length > 0) await enqueueDeletions(tx, [lease.stagingKey], lease.expiresAt);
    return gone.length > 0;
  });
  if (isOurs) await clearStaging(deps, lease);
};

/** Whether the error is final. After another one the upload is retried. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.code !== 'UNAVAILABLE';

const isPermanent = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'INVALID_INPUT' && !(error instanceof UploadMissing);

/** Ends the lease of a failed attempt. `isReported`: a request of this process responds with the error. */
export const endLease = async (
  deps: Deps,
  lease: UploadLease,
  error: unknown,
  isReported: boolean,
): Promise<void> => {
  if (isReported)
    return isPermanent(error) ? discardUpload(deps, lease) : reopenUpload(deps.db, lease, error);
  if (!isRefusal(error)) return releaseLease(deps, lease, error);
  const { code, message, fields } = error;
  const refusal = { code, message, fields };
  await deps.db.update(intents).set({ state: 'REFUSED', leaseUntil: null, refusal }).where(holdsLease(lease));
};

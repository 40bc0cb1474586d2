import { sql } from 'drizzle-orm';
import { uploadIntents as intents } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { holdsLease, type UploadLease } from './upload-lease.ts';
import { enqueueDeletions } from '#server/photos/storage/enqueue-deletions.ts';
import { RenderProcessKilled } from './temporarily-unavailable.ts';

// A clean release does not count as a failed attempt.
const refundedAttempts = sql`${intents.attempts} - 1`;

const attemptsAfter = (error: unknown) =>
  error instanceof RenderProcessKilled ? intents.attempts : refundedAttempts;

/** Releases the upload so that the admin, who got an error, can retry. */
export const releaseLease = async (
  { db }: Pick<Deps, 'db'>,
  lease: UploadLease,
  error?: unknown,
): Promise<void> => {
  const attempts = sql`${attemptsAfter(error)}`;
  await db.update(intents).set({ state: 'ISSUED', leaseUntil: null, attempts }).where(holdsLease(lease));
};

/** Ends the lease, so that the next maintenance run continues at once. */
export const abandonLease = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  lease: UploadLease,
  error?: unknown,
): Promise<void> => {
  const attempts = sql`${attemptsAfter(error)}`;
  await db.update(intents).set({ leaseUntil: clock.now(), attempts }).where(holdsLease(lease));
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
export const discardUpload = async (deps: Deps, lease: UploadLease): Promise<void> => {
  const isOurs = await deps.db.transaction(async (tx) => {
    const gone = await tx.delete(intents).where(holdsLease(lease)).returning({ id: intents.id });
    if (gone.length > 0) await enqueueDeletions(tx, [lease.stagingKey], lease.expiresAt);
    return gone.length > 0;
  });
  if (isOurs) await clearStaging(deps, lease);
};

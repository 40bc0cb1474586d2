import { sql } from 'drizzle-orm';
import { uploadIntents as intents } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { isHeld } from './claim-upload.ts';
import type { Claim } from './claim-upload.ts';
import { queueDeletions } from './queue-deletions.ts';
import { ProcessKilled } from './refuse-for-now.ts';

// A clean release does not count as a failed attempt.
const oneTryLess = sql`${intents.tries} - 1`;

const triesAfter = (error: unknown) => (error instanceof ProcessKilled ? intents.tries : oneTryLess);

/** Returns the upload to the admin, who was told and can try again. */
export const releaseUpload = async (
  { db }: Pick<Deps, 'db'>,
  claim: Claim,
  error?: unknown,
): Promise<void> => {
  const tries = sql`${triesAfter(error)}`;
  await db.update(intents).set({ state: 'ISSUED', leaseUntil: null, tries }).where(isHeld(claim));
};

/** Ends the lease, so that the next sweep can continue at once. */
export const leaveUpload = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  claim: Claim,
  error?: unknown,
): Promise<void> => {
  const tries = sql`${triesAfter(error)}`;
  await db.update(intents).set({ leaseUntil: clock.now(), tries }).where(isHeld(claim));
};

/** Deletes the upload; on failure the deletion queue has it too. */
export const clearStaging = async (
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  { stagingKey }: Claim,
): Promise<void> => {
  try {
    await storage.delete(stagingKey);
  } catch (error) {
    log.warn({ event: 'staging_left', err: error });
  }
};

/**
 * Deletes an upload that can never be published. Its address accepts files until it expires, so the file is deleted
 * again then.
 */
export const discardUpload = async (deps: Deps, claim: Claim): Promise<void> => {
  const isOurs = await deps.db.transaction(async (tx) => {
    const gone = await tx.delete(intents).where(isHeld(claim)).returning({ id: intents.id });
    if (gone.length > 0) await queueDeletions(tx, [claim.stagingKey], claim.expiresAt);
    return gone.length > 0;
  });
  if (isOurs) await clearStaging(deps, claim);
};

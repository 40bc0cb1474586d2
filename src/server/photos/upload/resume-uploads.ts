import { and, asc, eq, lte } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { uploadIntents as intents } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { reacquireUpload } from './upload-lease.ts';
import { BATCH_SIZE } from './expire-uploads.ts';
import { abandonLease, releaseLease } from './release-lease.ts';
import { processUpload } from './process-upload.ts';

const FOR_NOW: ReadonlySet<string> = new Set(['UNAVAILABLE', 'TOO_MANY_REQUESTS']);
const isRefused = (error: unknown): boolean => error instanceof AppError && !FOR_NOW.has(error.code);

/** Resumes one upload; false when the store or the database fails. */
const resume = async (deps: Deps, id: string): Promise<boolean> => {
  try {
    await processUpload(deps, {
      acquire: () => reacquireUpload(deps, id),
      // A rejection is final; other errors are retried.
      release: (_deps, lease, error) =>
        isRefused(error) ? releaseLease(deps, lease) : abandonLease(deps, lease, error),
    });
    deps.log.info({ event: 'upload_resumed' });
    return true;
  } catch (error) {
    deps.log.warn({ event: 'upload_not_resumed', err: error });
    return isRefused(error);
  }
};

/**
 * Resumes uploads whose process crashed, one by one. A shutdown does not wait: `abandonInFlight` leaves the current one to the next
 * server.
 */
export const resumeUploads = async (deps: Deps, signal: AbortSignal): Promise<void> => {
  const left = await deps.db
    .select({ id: intents.id })
    .from(intents)
    .where(and(eq(intents.state, 'PROCESSING'), lte(intents.leaseUntil, deps.clock.now())))
    .orderBy(asc(intents.leaseUntil))
    .limit(BATCH_SIZE);
  if (left.length === 0) return;
  const over = new AbortController();
  const isStopped = new Promise<false>((resolve) => {
    signal.addEventListener('abort', () => resolve(false), { once: true, signal: over.signal });
  });
  try {
    for (const { id } of left) {
      if (signal.aborted || !(await Promise.race([resume(deps, id), isStopped]))) return;
    }
  } finally {
    // The job's signal outlives this run.
    over.abort();
  }
};

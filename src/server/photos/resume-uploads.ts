import { and, asc, eq, lte } from 'drizzle-orm';
import { Refusal } from '#contract/errors.ts';
import { uploadIntents as intents } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { reclaimUpload } from './claim-upload.ts';
import { BATCH } from './drop-uploads.ts';
import { leaveUpload, releaseUpload } from './end-claim.ts';
import { publishUpload } from './publish-upload.ts';

const FOR_NOW: ReadonlySet<string> = new Set(['UNAVAILABLE', 'TOO_MANY_REQUESTS']);
const isRefused = (error: unknown): boolean => error instanceof Refusal && !FOR_NOW.has(error.code);

/** False when the store or the database fails. */
const resume = async (deps: Deps, id: string): Promise<boolean> => {
  try {
    await publishUpload(deps, {
      take: () => reclaimUpload(deps, id),
      // A refusal is final; everything else is tried again.
      giveBack: (_deps, claim, error) =>
        isRefused(error) ? releaseUpload(deps, claim) : leaveUpload(deps, claim, error),
    });
    deps.log.info({ event: 'upload_resumed' });
    return true;
  } catch (error) {
    deps.log.warn({ event: 'upload_not_resumed', err: error });
    return isRefused(error);
  }
};

/**
 * Resumes uploads whose process died, one after another. A stop does not wait: `leaveUploads` leaves the current one to
 * the next server.
 */
export const resumeUploads = async (deps: Deps, signal: AbortSignal): Promise<void> => {
  const left = await deps.db
    .select({ id: intents.id })
    .from(intents)
    .where(and(eq(intents.state, 'UPLOADED'), lte(intents.leaseUntil, deps.clock.now())))
    .orderBy(asc(intents.leaseUntil))
    .limit(BATCH);
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
    // The job's signal lives longer than this sweep.
    over.abort();
  }
};

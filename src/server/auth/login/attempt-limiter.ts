import type { Deps } from '#server/deps.ts';
import { tooManyRequestsError } from '#server/http/overload/too-many-requests.ts';
import { recordAttempt, undoAttempt, type FailureCounter } from './failure-counters.ts';

type AttemptLimiterDeps = Pick<Deps, 'db' | 'clock' | 'settings'>;

/**
 * Runs `check` unless this counter is locked; throws TOO_MANY_REQUESTS with the time to wait. The attempt is counted as failed
 * before it runs, so that parallel guesses cannot outrun the counter.
 */
export const limitAttempts = async (
  { db, clock, settings }: AttemptLimiterDeps,
  bucket: FailureCounter,
  check: () => Promise<boolean>,
): Promise<boolean> => {
  if (!settings.rateLimits) return check();
  const wait = await recordAttempt(db, bucket, clock.now());
  if (wait > 0) throw tooManyRequestsError(wait / 1_000);
  let hasFailed = false;
  try {
    const isRight = await check();
    hasFailed = !isRight;
    return isRight;
  } finally {
    if (!hasFailed) await undoAttempt(db, bucket);
  }
};

import type { Deps } from '#server/deps.ts';
import { tooManyRequests } from '#server/too-many-requests.ts';
import { takeAttempt, takeBack } from './failure-limit.ts';
import type { FailureBucket } from './failure-limit.ts';

type ThrottleDeps = Pick<Deps, 'db' | 'clock' | 'settings'>;

/**
 * Runs `check` unless this bucket has failed too often; refuses TOO_MANY_REQUESTS with the time to wait. The attempt counts as
 * failed before it is made, so that parallel guesses cannot outrun the counter.
 */
export const limitFailures = async (
  { db, clock, settings }: ThrottleDeps,
  bucket: FailureBucket,
  check: () => Promise<boolean>,
): Promise<boolean> => {
  if (!settings.rateLimits) return check();
  const wait = await takeAttempt(db, bucket, clock.now());
  if (wait > 0) throw tooManyRequests(wait / 1_000);
  let hasFailed = false;
  try {
    const isRight = await check();
    hasFailed = !isRight;
    return isRight;
  } finally {
    if (!hasFailed) await takeBack(db, bucket, clock.now());
  }
};

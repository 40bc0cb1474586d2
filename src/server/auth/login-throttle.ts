import type { Deps } from '#server/deps.ts';
import { tooManyRequests } from '#server/too-many-requests.ts';
import { takeAttempt, takeBack } from './failure-limit.ts';
import type { FailureBucket } from './failure-limit.ts';

type ThrottleDeps = Pick<Deps, 'db' | 'clock' | 'settings'>;

interface CountedTry {
  /** The counter; null while nothing is counted. */
  readonly countedIn: string | null;
  /** For a try that did not fail. */
  takeBack(): Promise<void>;
}

/** Counts a try as failed before it is made; refuses TOO_MANY_REQUESTS with the time to wait. */
export const countTry = async (
  { db, clock, settings }: ThrottleDeps,
  bucket: FailureBucket,
): Promise<CountedTry> => {
  if (!settings.rateLimits) return { countedIn: null, takeBack: () => Promise.resolve() };
  const wait = await takeAttempt(db, bucket, clock.now());
  if (wait > 0) throw tooManyRequests(wait / 1_000);
  return { countedIn: bucket.key, takeBack: () => takeBack(db, bucket, clock.now()) };
};

/** Runs `check` unless this bucket has failed too often; refuses TOO_MANY_REQUESTS with the time to wait. */
export const limitFailures = async (
  deps: ThrottleDeps,
  bucket: FailureBucket,
  check: () => Promise<boolean>,
): Promise<boolean> => {
  const counted = await countTry(deps, bucket);
  let hasFailed = false;
  try {
    const isRight = await check();
    hasFailed = !isRight;
    return isRight;
  } finally {
    if (!hasFailed) await counted.takeBack();
  }
};

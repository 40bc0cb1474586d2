import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import { rateCounters } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { countHits } from '#server/http/rate-counters.ts';
import type { Hit } from '#server/http/rate-counters.ts';

export const MAX_FAILURES = 10;
export const FAILURE_WINDOW = 15 * 60_000;

type ThrottleDeps = Pick<Deps, 'db' | 'clock' | 'settings'>;

/** Hashed: people type passwords, phones and names into the field of the id. */
const hitOf = (loginIdKey: string, now: Date): Hit => ({
  key: `login:account:${createHash('sha256').update(loginIdKey).digest('base64url')}`,
  windowStart: new Date(Math.floor(now.getTime() / FAILURE_WINDOW) * FAILURE_WINDOW),
});

const takeBack = async ({ db }: ThrottleDeps, { key, windowStart }: Hit): Promise<void> => {
  await db
    .update(rateCounters)
    .set({ hits: sql`${rateCounters.hits} - 1` })
    .where(and(eq(rateCounters.key, key), eq(rateCounters.windowStart, windowStart)));
};

/**
 * Runs `check` unless the account, real or not, has failed too often in this quarter of an hour. Counts before the check
 * and takes the count back unless it failed, so that parallel guesses cannot outrun the counter.
 */
export const limitFailures = async (
  deps: ThrottleDeps,
  loginIdKey: string,
  check: () => Promise<boolean>,
): Promise<boolean> => {
  if (!deps.settings.rateLimits) return check();
  const now = deps.clock.now();
  const hit = hitOf(loginIdKey, now);
  const [failures = 0] = await countHits(deps.db, [hit]);
  if (failures > MAX_FAILURES) {
    const ends = hit.windowStart.getTime() + FAILURE_WINDOW;
    throw refuse('TOO_MANY_REQUESTS', { retryAfter: (ends - now.getTime()) / 1_000 });
  }
  let hasFailed = false;
  try {
    const isRight = await check();
    hasFailed = !isRight;
    return isRight;
  } finally {
    if (!hasFailed) await takeBack(deps, hit);
  }
};

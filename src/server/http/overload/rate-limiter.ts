import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { rateLimits } from '#contract/rate-limits.ts';
import type { RateLimitName, RateLimitWindow } from '#contract/rate-limits.ts';
import type { Deps } from '#server/deps.ts';
import { tooManyRequestsError } from './too-many-requests.ts';
import { incrementCounters } from './rate-limit-store.ts';
import type { RateLimitHit } from './rate-limit-store.ts';

/** The subjects that a limit counts; absent ones are not counted. */
export type RateLimitSubjects = Partial<Record<Exclude<RateLimitWindow['by'], 'everyone'>, string>>;

// Counted in memory per process: a row per call would cost more than the limit protects.
const LIMITS_COUNTED_IN_MEMORY: ReadonlySet<RateLimitName> = new Set(['request', 'read']);
const MAX_KEYS_IN_MEMORY = 50_000;
const MINUTE_S = 60;

const windowStartOf = (now: Date, seconds: number): Date =>
  new Date(Math.floor(now.getTime() / (seconds * 1_000)) * seconds * 1_000);

/** Hashes the subject, because a counter stays in the database after the visit. */
const counterKeyOf = (
  secret: Uint8Array,
  name: RateLimitName,
  { by, seconds }: RateLimitWindow,
  subject: string,
): string => {
  const hidden = createHmac('sha256', secret).update(`rate-counter|${by}|${subject}`).digest('base64url');
  return `${name}:${by}:${seconds}:${hidden}`;
};

/** Rounds waits of more than a minute up to whole minutes; the exact time would reveal which window is full. */
const roundUpRetryAfter = (seconds: number): number =>
  seconds <= MINUTE_S ? Math.ceil(seconds) : Math.ceil(seconds / MINUTE_S) * MINUTE_S;

type WindowHit = RateLimitHit & { readonly limit: number; readonly ends: number };

const hitsForSubjects = (
  secret: Uint8Array,
  name: RateLimitName,
  subjects: RateLimitSubjects & { readonly everyone?: string },
  now: Date,
): WindowHit[] =>
  rateLimits[name].flatMap((window) => {
    const { by, limit, seconds } = window;
    const subject = subjects[by];
    if (subject === undefined) return [];
    const windowStart = windowStartOf(now, seconds);
    const ends = windowStart.getTime() + seconds * 1_000;
    return [{ key: counterKeyOf(secret, name, window, subject), windowStart, limit, ends }];
  });

/** Returns the keys of all counters of these subjects. */
export const findRateCounterKeys = (secret: Uint8Array, subjects: RateLimitSubjects): string[] =>
  (Object.keys(rateLimits) as RateLimitName[]).flatMap((name) =>
    hitsForSubjects(secret, name, subjects, new Date()).map(({ key }) => key),
  );

/** Counts one call against every window of `name`. Throws TOO_MANY_REQUESTS with the time to wait past a limit. */
export const createRateLimiter = ({
  db,
  clock,
  settings,
  authSecret,
  log,
}: Pick<Deps, 'db' | 'clock' | 'settings' | 'authSecret' | 'log'>) => {
  const local = new LRUCache<string, number>({ max: MAX_KEYS_IN_MEMORY });

  const countLocally = (hits: readonly RateLimitHit[]): number[] =>
    hits.map(({ key, windowStart }) => {
      const window = `${key}:${windowStart.getTime()}`;
      const count = (local.get(window) ?? 0) + 1;
      local.set(window, count);
      return count;
    });

  /** Returns the counts; throws when one exceeds its limit. */
  const count = async (
    name: RateLimitName,
    hits: readonly WindowHit[],
    now: Date,
  ): Promise<readonly number[]> => {
    if (hits.length === 0) return [];
    const counts = LIMITS_COUNTED_IN_MEMORY.has(name)
      ? countLocally(hits)
      : await incrementCounters(db, hits);
    const over = hits.filter((hit, index) => (counts[index] ?? 0) > hit.limit);
    if (over.length === 0) return counts;
    const wait = Math.max(...over.map((hit) => hit.ends - now.getTime())) / 1_000;
    throw tooManyRequestsError(roundUpRetryAfter(wait));
  };

  return async (name: RateLimitName, subjects: RateLimitSubjects): Promise<void> => {
    if (!settings.rateLimits) return;
    const now = clock.now();
    await count(name, hitsForSubjects(authSecret, name, subjects, now), now);
    // After the client's own windows, so that rejected calls do not use up the shared limit.
    const ofAll = hitsForSubjects(authSecret, name, { everyone: '' }, now);
    const counts = await count(name, ofAll, now);
    if (ofAll.some(({ limit }, index) => counts[index] === limit / 2))
      log.warn({ event: 'limit_half_used', name });
  };
};

export type RateLimiter = ReturnType<typeof createRateLimiter>;

import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { rateLimits } from '#contract/rate-limits.ts';
import type { RateLimitName, RateWindow } from '#contract/rate-limits.ts';
import type { Deps } from '#server/deps.ts';
import { tooManyRequests } from '#server/too-many-requests.ts';
import { countHits } from './rate-counters.ts';
import type { Hit } from './rate-counters.ts';

/** Whom a limit counts: absent ones are not counted. */
export type Subjects = Partial<Record<Exclude<RateWindow['by'], 'everyone'>, string>>;

// Counted by each process in memory: writing a row for each call would cost more than it protects.
const COUNTED_IN_PROCESS: ReadonlySet<RateLimitName> = new Set(['request', 'read']);
const MAX_LOCAL_KEYS = 50_000;
const MINUTE = 60;

const startOf = (now: Date, seconds: number): Date =>
  new Date(Math.floor(now.getTime() / (seconds * 1_000)) * seconds * 1_000);

/** Hides the subject: a counter stays in the database after the visit. */
const keyOf = (
  secret: Uint8Array,
  name: RateLimitName,
  { by, seconds }: RateWindow,
  subject: string,
): string => {
  const hidden = createHmac('sha256', secret).update(`rate-counter|${by}|${subject}`).digest('base64url');
  return `${name}:${by}:${seconds}:${hidden}`;
};

/** Rounds waits of more than a minute up to whole minutes: the exact second would tell which window is full. */
const coarsely = (seconds: number): number =>
  seconds <= MINUTE ? Math.ceil(seconds) : Math.ceil(seconds / MINUTE) * MINUTE;

type WindowHit = Hit & { readonly limit: number; readonly ends: number };

const hitsOf = (
  secret: Uint8Array,
  name: RateLimitName,
  subjects: Subjects & { readonly everyone?: string },
  now: Date,
): WindowHit[] =>
  rateLimits[name].flatMap((window) => {
    const { by, limit, seconds } = window;
    const subject = subjects[by];
    if (subject === undefined) return [];
    const windowStart = startOf(now, seconds);
    const ends = windowStart.getTime() + seconds * 1_000;
    return [{ key: keyOf(secret, name, window, subject), windowStart, limit, ends }];
  });

/** The keys of every counter that names one of these subjects. */
export const counterKeysOf = (secret: Uint8Array, subjects: Subjects): string[] =>
  (Object.keys(rateLimits) as RateLimitName[]).flatMap((name) =>
    hitsOf(secret, name, subjects, new Date()).map(({ key }) => key),
  );

/** Counts one call against every window of `name`. Throws TOO_MANY_REQUESTS with the time to wait past a limit. */
export const createRateLimiter = ({
  db,
  clock,
  settings,
  authSecret,
  log,
}: Pick<Deps, 'db' | 'clock' | 'settings' | 'authSecret' | 'log'>) => {
  const local = new LRUCache<string, number>({ max: MAX_LOCAL_KEYS });

  const countLocally = (hits: readonly Hit[]): number[] =>
    hits.map(({ key, windowStart }) => {
      const window = `${key}:${windowStart.getTime()}`;
      const count = (local.get(window) ?? 0) + 1;
      local.set(window, count);
      return count;
    });

  /** Answers the counts; refuses when one is past its limit. */
  const count = async (
    name: RateLimitName,
    hits: readonly WindowHit[],
    now: Date,
  ): Promise<readonly number[]> => {
    if (hits.length === 0) return [];
    const counts = COUNTED_IN_PROCESS.has(name) ? countLocally(hits) : await countHits(db, hits);
    const over = hits.filter((hit, index) => (counts[index] ?? 0) > hit.limit);
    if (over.length === 0) return counts;
    const wait = Math.max(...over.map((hit) => hit.ends - now.getTime())) / 1_000;
    throw tooManyRequests(coarsely(wait));
  };

  return async (name: RateLimitName, subjects: Subjects): Promise<void> => {
    if (!settings.rateLimits) return;
    const now = clock.now();
    await count(name, hitsOf(authSecret, name, subjects, now), now);
    // After the caller's own windows, so that refused calls do not use up the limit for all.
    const ofAll = hitsOf(authSecret, name, { everyone: '' }, now);
    const counts = await count(name, ofAll, now);
    if (ofAll.some(({ limit }, index) => counts[index] === limit / 2))
      log.warn({ event: 'limit_half_used', name });
  };
};

export type LimitRate = ReturnType<typeof createRateLimiter>;

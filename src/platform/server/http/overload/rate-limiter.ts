import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  NETWORK_LIMIT_FACTOR,
  rateLimits,
  type RateLimitName,
  type RateLimitWindow,
} from '../../../contract/rate-limits.ts';
import type { Deps } from '../../deps.ts';
import { incrementCounters, type RateLimitHit } from './rate-limit-store.ts';
import { tooManyRequestsError } from './too-many-requests.ts';

type Subject = RateLimitWindow['by'] | 'network';

/**
 * The IP address and its network (see `Caller`) and the member id of a request. A window whose subject is absent does not count
 * the request.
 */
export type RateLimitSubjects = Partial<Record<Subject, string | undefined>>;

// Each process counts these in its memory: a database write per request would cost more than most of the requests.
const LIMITS_COUNTED_IN_MEMORY: ReadonlySet<RateLimitName> = new Set(['request', 'read']);
const MAX_KEYS_IN_MEMORY = 50_000;
const MINUTE_S = 60;

export const windowStartOf = (now: Date, seconds: number): Date =>
  new Date(Math.floor(now.getTime() / (seconds * 1_000)) * seconds * 1_000);

/** Keys in the database contain the subject only as an HMAC, because it is personal data and the counter outlives the visit. */
const counterKeyOf = (
  secret: Uint8Array,
  name: RateLimitName,
  { by, seconds }: { readonly by: Subject; readonly seconds: number },
  subject: string,
): string => {
  const subjectKey = LIMITS_COUNTED_IN_MEMORY.has(name)
    ? subject
    : createHmac('sha256', secret).update(`rate-counter|${by}|${subject}`).digest('base64url');
  return `${name}:${by}:${seconds}:${subjectKey}`;
};

/** Rounds up to whole seconds, and waits above one minute to whole minutes. */
const roundUpRetryAfter = (seconds: number): number =>
  seconds <= MINUTE_S ? Math.ceil(seconds) : Math.ceil(seconds / MINUTE_S) * MINUTE_S;

/** The windows of a limit. Each window per IP address comes with one per network, with a higher limit. */
const windowsOf = (name: RateLimitName) =>
  rateLimits[name].flatMap((window: RateLimitWindow) =>
    window.by === 'ip'
      ? [window, { ...window, by: 'network' as const, limit: window.limit * NETWORK_LIMIT_FACTOR }]
      : [window],
  );

type WindowHit = RateLimitHit & { readonly limit: number; readonly windowEndMs: number };

const hitsForSubjects = (
  secret: Uint8Array,
  name: RateLimitName,
  subjects: RateLimitSubjects,
  now: Date,
): WindowHit[] =>
  windowsOf(name).flatMap((window) => {
    const { by, limit, seconds } = window;
    const subject = subjects[by];
    if (subject === undefined) return [];
    const windowStart = windowStartOf(now, seconds);
    const windowEndMs = windowStart.getTime() + seconds * 1_000;
    return [{ key: counterKeyOf(secret, name, window, subject), windowStart, limit, windowEndMs }];
  });

/** The keys of all rate counters of these subjects, for deleting them with the member. */
export const findRateCounterKeys = (secret: Uint8Array, subjects: RateLimitSubjects): string[] =>
  (Object.keys(rateLimits) as RateLimitName[]).flatMap((name) =>
    hitsForSubjects(secret, name, subjects, new Date()).map(({ key }) => key),
  );

export type LimitRate = (
  name: RateLimitName,
  subjects: RateLimitSubjects,
  requests?: number,
) => Promise<void>;

/** A request, or several, that are being counted. */
export interface Count {
  /** For the caller to count in the database, with `incrementCounters` or in a statement of its own. */
  readonly hits: readonly RateLimitHit[];
  /** Takes the new counts of the hits, in their order. Throws TOO_MANY_REQUESTS with `retryAfter` seconds when a limit is exceeded. */
  finish(counts: readonly number[]): Promise<void>;
}

/**
 * Returns a function that, unless rate limits are off, counts one request, or several, against the windows of the named limit. It throws
 * TOO_MANY_REQUESTS with `retryAfter` seconds when a limit is exceeded. `begin` leaves the counting in the database to its caller, except
 * for the network.
 */
export const createRateLimiter = ({
  db,
  clock,
  env,
  authSecret,
}: Pick<Deps, 'db' | 'clock' | 'env' | 'authSecret'>) => {
  const memoryCounts = new LRUCache<string, number>({ max: MAX_KEYS_IN_MEMORY });

  const countInMemory = (hits: readonly RateLimitHit[]): number[] =>
    hits.map(({ key, windowStart, hits: added = 1 }) => {
      const window = `${key}:${windowStart.getTime()}`;
      const count = (memoryCounts.get(window) ?? 0) + added;
      memoryCounts.set(window, count);
      return count;
    });

  const count = async (begun: Count): Promise<void> =>
    begun.finish(begun.hits.length === 0 ? [] : await incrementCounters(db, begun.hits));

  const beginOwn = (name: RateLimitName, subjects: RateLimitSubjects, requests: number): Count => {
    const now = clock.now();
    const all = hitsForSubjects(authSecret, name, subjects, now).map((hit) => ({ ...hit, hits: requests }));
    const inMemory = LIMITS_COUNTED_IN_MEMORY.has(name) ? countInMemory(all) : null;
    return {
      hits: inMemory === null ? all : [],
      finish: async (counts) => {
        const exceeded = all.filter((hit, index) => ((inMemory ?? counts)[index] ?? 0) > hit.limit);
        if (exceeded.length === 0) return;
        const waitS = Math.max(...exceeded.map((hit) => hit.windowEndMs - now.getTime())) / 1_000;
        throw tooManyRequestsError(roundUpRetryAfter(waitS));
      },
    };
  };

  const begin = (name: RateLimitName, subjects: RateLimitSubjects, requests = 1): Count => {
    if (!env.rateLimits) return { hits: [], finish: () => Promise.resolve() };
    const { network, ...own } = subjects;
    const { hits, finish } = beginOwn(name, own, requests);
    return {
      hits,
      finish: async (counts) => {
        await finish(counts);
        // The network comes last, so that requests rejected by the caller's own limit do not use up the limit of its neighbours. An
        // IPv4 address is its own network.
        if (network !== own.ip) await count(beginOwn(name, { network }, requests));
      },
    };
  };

  const limitRate: LimitRate = (name, subjects, requests) => count(begin(name, subjects, requests));
  return Object.assign(limitRate, { begin });
};

export type RateLimiter = ReturnType<typeof createRateLimiter>;

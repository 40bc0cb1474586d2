import type { MiddlewareHandler } from 'hono';
import { overloadedError } from './too-many-requests.ts';

const defaults = {
  /** Requests are always admitted while fewer than this are in progress, so that a slow machine still serves a few visitors. */
  alwaysAdmittedInFlight: 16,
  /** Reads are rejected while this many requests are in progress. At 2 to 4 ms each, the last one takes 0.26 to 0.51 s. */
  maxInFlightForReads: 128,
  /**
   * Writes are rejected while this many are in progress. Even at 100 writes per second, the last one gets a database connection before
   * the timeout of 2.5 s.
   */
  maxInFlightWrites: 200,
  /** Reads, or writes, are rejected from this event-loop delay. */
  maxReadDelayMs: 250,
  maxWriteDelayMs: 1_000,
  eventLoopDelay: () => 0,
};

/** Decides whether a request is admitted under the current load. Rejects reads before writes. */
export const createAdmissionController = (overrides: Partial<typeof defaults> = {}) => {
  const limits = { ...defaults, ...overrides };
  let reads = 0;
  let writes = 0;

  const isOverloaded = (isRead: boolean): boolean => {
    if (reads + writes < limits.alwaysAdmittedInFlight) return false;
    const delay = limits.eventLoopDelay();
    return isRead
      ? reads + writes >= limits.maxInFlightForReads || delay >= limits.maxReadDelayMs
      : writes >= limits.maxInFlightWrites || delay >= limits.maxWriteDelayMs;
  };

  return {
    isOverloaded,
    /** Counts the work as in progress while it runs. Rejects with TOO_MANY_REQUESTS when it is not admitted. */
    async run<T>(isRead: boolean, work: () => Promise<T>): Promise<T> {
      if (isOverloaded(isRead)) throw overloadedError();
      if (isRead) reads += 1;
      else writes += 1;
      try {
        return await work();
      } finally {
        if (isRead) reads -= 1;
        else writes -= 1;
      }
    },
  };
};

type AdmissionController = ReturnType<typeof createAdmissionController>;

// Exempt from load shedding: photos, logos and health checks are cheap, and uploads are limited in other ways. Token refreshes are exempt
// because the calls that wait for a new token would fail too, and handoffs because a rejected one may lose the tokens in the URL.
const EXEMPT = /^\/(?:photos|logo|uploads)\/|^\/(?:livez|healthz|api\/auth\/(?:reissue|handoff))$/;

/** True for requests from the network. Internal API calls of a page are part of the page request. */
const isExternal = (env: unknown): boolean => typeof env === 'object' && env !== null && 'outgoing' in env;

/**
 * Middleware that rejects excess requests immediately with 429, which keeps the latency of admitted requests low under overload
 * (measured by `npm run chaos -- F-19`). Writes are counted by `admitWrites`, except while their body is read, so that clients that
 * send slowly do not occupy capacity.
 */
export const shedLoad =
  (admission: AdmissionController): MiddlewareHandler =>
  async (context, next) => {
    if (EXEMPT.test(context.req.path) || !isExternal(context.env)) return next();
    const isRead = context.req.method === 'GET' || context.req.method === 'HEAD';
    if (isRead) return admission.run(isRead, next);
    if (admission.isOverloaded(isRead)) throw overloadedError();
    await next();
  };

/** Returns a function that runs part of a write, or rejects the write with 429 under overload, unless its path is exempt. */
export const admitWrites =
  (admission: AdmissionController) =>
  <T>(path: string, work: () => Promise<T>): Promise<T> =>
    EXEMPT.test(path) ? work() : admission.run(false, work);

import type { MiddlewareHandler } from 'hono';
import { overloadedError } from './too-many-requests.ts';

interface LoadLimits {
  /** Requests in progress up to which none is rejected, for a few visitors of a slow machine. */
  readonly alwaysAdmittedInFlight: number;
  /** Requests in progress from which reads are rejected: at 2 to 4 ms each, the last one waits for half a second. */
  readonly maxInFlightForReads: number;
  /** Writes in progress from which writes are rejected; enough for a rush for one slot, at 240 to 1,000 writes per second. */
  readonly maxInFlightWrites: number;
  /** Event-loop delay in milliseconds from which reads, and writes, are rejected. */
  readonly maxReadDelayMs: number;
  readonly maxWriteDelayMs: number;
  readonly eventLoopDelay: () => number;
}

const defaults: LoadLimits = {
  alwaysAdmittedInFlight: 16,
  maxInFlightForReads: 128,
  maxInFlightWrites: 300,
  maxReadDelayMs: 250,
  maxWriteDelayMs: 1_000,
  eventLoopDelay: () => 0,
};

/** Admission control: decides whether one more request is accepted. Reads are rejected before writes. */
export const createAdmissionController = (changes: Partial<LoadLimits> = {}) => {
  const limits = { ...defaults, ...changes };
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
    /** False rejects the request; after true, `release` must be called once. */
    tryAcquire(isRead: boolean): boolean {
      if (isOverloaded(isRead)) return false;
      if (isRead) reads += 1;
      else writes += 1;
      return true;
    },
    release(isRead: boolean): void {
      if (isRead) reads -= 1;
      else writes -= 1;
    },
  };
};

export type AdmissionController = ReturnType<typeof createAdmissionController>;

// Photos and health checks are cheap. Uploads and token refreshes have their own limits: overload must not end sessions.
const EXEMPT = /^\/(?:photos|uploads)\/|^\/(?:livez|healthz|api\/auth\/reissue)$/;

const runAdmitted = async <T>(
  admission: AdmissionController,
  isRead: boolean,
  work: () => Promise<T>,
): Promise<T> => {
  if (!admission.tryAcquire(isRead)) throw overloadedError();
  try {
    return await work();
  } finally {
    admission.release(isRead);
  }
};

/** True for requests from the network; a page's calls to its own API are part of the page. */
const isExternal = (env: unknown): boolean => typeof env === 'object' && env !== null && 'outgoing' in env;

/**
 * Rejects excess requests at once with 429 instead of letting all wait. A write counts once its body has been read (`admitWrites`), so
 * that slow clients do not occupy the limit. Measured by `npm run chaos -- F-19`.
 */
export const shedLoad =
  (admission: AdmissionController): MiddlewareHandler =>
  async (context, next) => {
    if (EXEMPT.test(context.req.path) || !isExternal(context.env)) return next();
    const isRead = context.req.method === 'GET' || context.req.method === 'HEAD';
    if (isRead) return runAdmitted(admission, isRead, next);
    if (admission.isOverloaded(isRead)) throw overloadedError();
    await next();
  };

/** Runs a write whose body has been read, or rejects it as `shedLoad` does. */
export const admitWrites =
  (admission: AdmissionController) =>
  <T>(path: string, work: () => Promise<T>): Promise<T> =>
    EXEMPT.test(path) ? work() : runAdmitted(admission, false, work);

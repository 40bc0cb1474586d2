import { once } from 'node:events';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '#platform/server/deps.ts';
import { overloadedError } from '#platform/server/http/overload/too-many-requests.ts';
import { createRenderTurns, MAX_WAITING } from '../renditions/render-turns.ts';
import { uploadIntents as intents } from '../tables.ts';
import {
  failUpload,
  isRefusal,
  publishUpload,
  releaseLease,
  renderUpload,
  type UploadAttempt,
} from './upload-attempt.ts';
import { uploadBusy } from './upload-errors.ts';
import { isInProgress, takeUpload, type UploadLease } from './upload-lease.ts';

// How often a request checks whether its upload has ended. Also the usual `othersAfterMs` of `takeUpload`.
const LOOK_INTERVAL_MS = 1_000;

interface WaitingRequest {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

type UploadWorker = ReturnType<typeof createUploadWorker>;

/** Takes uploads that wait, those of this process's requests first, and renders one at a time. */
const createUploadWorker = (deps: Deps) => {
  const { db, clock, log } = deps;
  /** The requests that wait for the end of an upload, by its id. */
  const requests = new Map<string, WaitingRequest>();
  const attempts = new Map<UploadAttempt, Promise<void>>();
  let othersAfterMs: number | null = LOOK_INTERVAL_MS;
  let isStopped = false;

  const end = async (attempt: UploadAttempt, publishing: Promise<void>): Promise<void> => {
    const { id } = attempt.lease;
    try {
      await publishing;
      othersAfterMs ??= LOOK_INTERVAL_MS;
      requests.get(id)?.resolve();
    } catch (failure) {
      const isReported = requests.has(id);
      const error = await failUpload(deps, attempt, failure, isReported);
      if (!isReported) log.warn({ event: 'upload_not_resumed', err: error });
      // The store or the database may be failing, so that the uploads of others would fail as well.
      if (!isReported && !isRefusal(error)) othersAfterMs = null;
      requests.get(id)?.reject(error);
    } finally {
      attempts.delete(attempt);
    }
  };

  /** Resolves when the next upload can be rendered. Storing and publishing go on meanwhile. */
  const start = async (lease: UploadLease): Promise<void> => {
    const attempt: UploadAttempt = { lease, contentHash: '' };
    const rendering = renderUpload(deps, attempt);
    const publishing = rendering.then((rendered) => publishUpload(deps, attempt, rendered));
    attempts.set(attempt, end(attempt, publishing));
    await Promise.allSettled([rendering]);
  };

  const turns = createRenderTurns(async () => {
    if (isStopped) return null;
    try {
      const lease = await takeUpload(deps, [...requests.keys()], othersAfterMs);
      if (lease === null) return null;
      if (!isStopped) return () => start(lease);
      await releaseLease(deps, lease);
    } catch (error) {
      log.error({ event: 'uploads_not_taken', err: error });
    }
    return null;
  });

  /**
   * For uploads on which this process does not work: ends the request once the upload has ended. Until then wakes the worker, in case the
   * process that had the upload has crashed.
   */
  const look = async (id: string): Promise<void> => {
    if ([...attempts.keys()].some(({ lease }) => lease.id === id)) return;
    const isIt = and(eq(intents.id, id), isInProgress(clock.now()));
    if ((await db.$count(intents, isIt)) === 0) requests.get(id)?.resolve();
    else void turns.wake();
  };

  /**
   * Makes an upload wait for its turn by `mark`, and resolves when the upload has ended. Throws UPLOAD_BUSY, TOO_MANY_REQUESTS, errors of
   * the database, and what `mark` or an attempt in this process throws.
   */
  const save = async (id: string, mark: () => Promise<void>): Promise<void> => {
    if (requests.has(id)) throw uploadBusy();
    if (requests.size - attempts.size >= MAX_WAITING) throw overloadedError();
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        requests.set(id, { resolve, reject });
        const wait = (): void => {
          timer = setInterval(() => void look(id).catch(reject), LOOK_INTERVAL_MS).unref();
          void turns.wake();
        };
        mark().then(wait, reject);
      });
    } finally {
      clearInterval(timer);
      requests.delete(id);
    }
  };

  return {
    save,
    /** Renders a picture or logo in its turn. Throws TOO_MANY_REQUESTS, and what the rendering throws. */
    renderInTurn: turns.picture,
    /** Takes waiting uploads, also those of other processes. Resolves when their attempts have ended, or when `signal` aborts. */
    drain: async (signal: AbortSignal): Promise<void> => {
      othersAfterMs = 0;
      const over = new AbortController();
      const isDrained = turns.wake().then(() => Promise.all(attempts.values()));
      try {
        await Promise.race([isDrained, once(signal, 'abort', { signal: over.signal })]);
      } finally {
        over.abort();
        othersAfterMs = LOOK_INTERVAL_MS;
      }
    },
    /** Takes no more uploads and ends the leases, so that another server can continue. */
    stop: async (): Promise<void> => {
      isStopped = true;
      for (const { lease } of attempts.keys()) await releaseLease(deps, lease);
    },
  };
};

const workers = new WeakMap<Deps, UploadWorker>();

/** The worker of this server. */
export const uploadWorkerOf = (deps: Deps): UploadWorker => {
  const worker = workers.get(deps) ?? createUploadWorker(deps);
  workers.set(deps, worker);
  return worker;
};

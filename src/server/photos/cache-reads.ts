import { LRUCache } from 'lru-cache';
import { createConcurrencyLimiter } from '#server/async/concurrency-limiter.ts';
import { isStaged } from '#server/ports/storage/storage.ts';
import type { Storage } from '#server/ports/storage/storage.ts';

export interface CachedStorage extends Storage {
  /** The cached bytes of a file, without a request to the store. */
  peek(key: string): Uint8Array | undefined;
}

interface CacheLimits {
  /** Bytes of all cached files. */
  readonly capacity: number;
  /** Milliseconds, after which another process may have deleted the file. */
  readonly life: number;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

const usual: CacheLimits = { capacity: 32 * 1024 * 1024, life: 600_000, now: () => performance.now() };
// Each unknown name costs a request to the store, so their number is bounded.
const READS_AT_ONCE = 32;
const READS_WAITING = 500;
const ABSENCE_MS = 5_000;
const MOST_ABSENT = 1_000;
// One picture must not push all others out.
const LARGEST_SHARE = 1 / 8;
const NONE = new Uint8Array(0);

/**
 * An LRU cache of what visitors read, with one request to the store for concurrent reads. `read` refuses
 * TOO_MANY_REQUESTS when too many wait.
 */
export const cacheReads = (storage: Storage, limits: Partial<CacheLimits> = {}): CachedStorage => {
  const { capacity, life, now } = { ...usual, ...limits };
  const timing = { perf: { now }, ttlResolution: 0 };
  const pass = createConcurrencyLimiter(READS_AT_ONCE, READS_WAITING);
  const absent = new LRUCache<string, true>({ ...timing, max: MOST_ABSENT, ttl: ABSENCE_MS });
  const files = new LRUCache<string, Uint8Array>({
    ...timing,
    maxSize: capacity,
    maxEntrySize: Math.floor(capacity * LARGEST_SHARE),
    // `NONE` is too large to be stored.
    sizeCalculation: (bytes) => bytes.byteLength || capacity,
    ttl: life,
    // Callers that wait for a file while it changes still get what was read.
    ignoreFetchAbort: true,
    fetchMethod: async (key, _, { signal }) => {
      const bytes = await pass(() => storage.read(key));
      if (bytes === null && !signal.aborted) absent.set(key, true);
      return bytes ?? NONE;
    },
  });

  const change = async (key: string, work: () => Promise<void>): Promise<void> => {
    const forget = (): void => {
      files.delete(key);
      absent.delete(key);
    };
    forget();
    try {
      await work();
    } finally {
      forget();
    }
  };

  return {
    ...storage,
    peek: (key) => files.get(key),
    async read(key) {
      if (isStaged(key)) return storage.read(key);
      if (absent.has(key)) return null;
      const bytes = await files.fetch(key);
      return bytes === undefined || bytes === NONE ? null : bytes;
    },
    put: (key, bytes, contentType) => change(key, () => storage.put(key, bytes, contentType)),
    delete: (key) => change(key, () => storage.delete(key)),
  };
};

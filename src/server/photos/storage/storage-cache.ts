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
  readonly capacityBytes: number;
  /** Milliseconds, after which another process may have deleted the file. */
  readonly ttlMs: number;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

const defaultLimits: CacheLimits = {
  capacityBytes: 32 * 1024 * 1024,
  ttlMs: 600_000,
  now: () => performance.now(),
};
// Each unknown name costs a request to the store, so their number is bounded.
const READ_CONCURRENCY = 32;
const MAX_QUEUED_READS = 500;
const NEGATIVE_CACHE_TTL_MS = 5_000;
const MAX_NEGATIVE_ENTRIES = 1_000;
// One picture must not push all others out.
const MAX_FILE_SHARE = 1 / 8;
const NO_BYTES = new Uint8Array(0);

/**
 * An LRU cache of what visitors read, with one request to the store for concurrent reads. `read` refuses
 * TOO_MANY_REQUESTS when too many wait.
 */
export const createStorageCache = (storage: Storage, limits: Partial<CacheLimits> = {}): CachedStorage => {
  const { capacityBytes, ttlMs, now } = { ...defaultLimits, ...limits };
  const timing = { perf: { now }, ttlResolution: 0 };
  const pass = createConcurrencyLimiter(READ_CONCURRENCY, MAX_QUEUED_READS);
  const absent = new LRUCache<string, true>({
    ...timing,
    max: MAX_NEGATIVE_ENTRIES,
    ttl: NEGATIVE_CACHE_TTL_MS,
  });
  const files = new LRUCache<string, Uint8Array>({
    ...timing,
    maxSize: capacityBytes,
    maxEntrySize: Math.floor(capacityBytes * MAX_FILE_SHARE),
    // `NONE` is too large to be stored.
    sizeCalculation: (bytes) => bytes.byteLength || capacityBytes,
    ttl: ttlMs,
    // Callers that wait for a file while it changes still get what was read.
    ignoreFetchAbort: true,
    fetchMethod: async (key, _, { signal }) => {
      const bytes = await pass(() => storage.read(key));
      if (bytes === null && !signal.aborted) absent.set(key, true);
      return bytes ?? NO_BYTES;
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
      return bytes === undefined || bytes === NO_BYTES ? null : bytes;
    },
    put: (key, bytes, contentType) => change(key, () => storage.put(key, bytes, contentType)),
    delete: (key) => change(key, () => storage.delete(key)),
  };
};

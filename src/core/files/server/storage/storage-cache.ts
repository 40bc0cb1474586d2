import { LRUCache } from 'lru-cache';
import { createConcurrencyLimiter } from '#platform/server/async/concurrency-limiter.ts';
import { isHiddenKey, type Storage } from '#platform/server/ports/storage/storage.ts';

export interface CachedStorage extends Storage {
  /** Returns the cached bytes of a file, if any, without a request to the store. */
  peek(key: string): Uint8Array | undefined;
}

const defaultLimits = {
  capacityBytes: 32 * 1024 * 1024,
  /** Time in milliseconds after which a file is read again, because another process may have deleted it. */
  ttlMs: 600_000,
  /** A monotonic clock in milliseconds. */
  now: () => performance.now(),
};
const READ_CONCURRENCY = 32;
const MAX_QUEUED_READS = 500;
// Unknown names are cached too, because each costs a request to the store; but briefly and in limited number.
const NEGATIVE_CACHE_TTL_MS = 5_000;
const MAX_NEGATIVE_ENTRIES = 1_000;
// One file must not evict all others.
const MAX_FILE_SHARE = 1 / 8;
const NO_BYTES = new Uint8Array(0);

/** An LRU cache of public files with single flight for concurrent reads. `read` throws TOO_MANY_REQUESTS when too many wait. */
export const createStorageCache = (
  storage: Storage,
  limits: Partial<typeof defaultLimits> = {},
): CachedStorage => {
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
    // An empty result counts as too large, so it is not stored.
    sizeCalculation: (bytes) => bytes.byteLength || capacityBytes,
    ttl: ttlMs,
    // Callers waiting for a file while it changes still get the bytes that were read.
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
      if (isHiddenKey(key)) return storage.read(key);
      if (absent.has(key)) return null;
      const bytes = await files.fetch(key);
      return bytes === undefined || bytes === NO_BYTES ? null : bytes;
    },
    put: (key, bytes, contentType) => change(key, () => storage.put(key, bytes, contentType)),
    delete: (key) => change(key, () => storage.delete(key)),
  };
};

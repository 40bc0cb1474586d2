import { createConcurrencyLimiter } from '#server/async/concurrency-limiter.ts';
import { isStaged } from '#server/ports/storage/storage.ts';
import type { Storage } from '#server/ports/storage/storage.ts';

export interface CachedStorage extends Storage {
  /** What is at hand now, without asking the store. */
  peek(key: string): Uint8Array | undefined;
}

interface Kept {
  readonly bytes: Uint8Array;
  readonly until: number;
}

interface CacheLimits {
  /** Bytes of all that is kept. */
  readonly capacity: number;
  /** Milliseconds, after which another process may have deleted it. */
  readonly life: number;
  /** A clock that never goes back, in milliseconds. */
  readonly now: () => number;
}

const usual: CacheLimits = { capacity: 32 * 1024 * 1024, life: 600_000, now: () => performance.now() };
// Names that nobody gave cost a request to the store each: so many are on their way, and so many wait.
const READS_AT_ONCE = 32;
const READS_WAITING = 500;
/** Milliseconds for which what was not there is not asked for again, and for how many names that is remembered. */
const ABSENCE = 5_000;
const MOST_ABSENT = 1_000;
// One picture must not push all others out.
const LARGEST_SHARE = 1 / 8;

/**
 * Keeps what visitors read in memory, the latest read longest, and asks the store once however many wait for a key. What was
 * put or deleted is asked for anew; what came from outside is never kept. `read` refuses TOO_MANY_REQUESTS when too many wait.
 */
export const cacheReads = (storage: Storage, limits: Partial<CacheLimits> = {}): CachedStorage => {
  const { capacity, life, now } = { ...usual, ...limits };
  // A Map goes through its keys in the order in which they came: the first was read longest ago.
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Promise<Uint8Array | null>>();
  const absent = new Map<string, number>();
  const pass = createConcurrencyLimiter(READS_AT_ONCE, READS_WAITING);
  let size = 0;

  const drop = (key: string): void => {
    size -= kept.get(key)?.bytes.byteLength ?? 0;
    kept.delete(key);
  };

  const keep = (key: string, bytes: Uint8Array): void => {
    drop(key);
    if (bytes.byteLength > capacity * LARGEST_SHARE) return;
    kept.set(key, { bytes, until: now() + life });
    size += bytes.byteLength;
    for (const oldest of kept.keys()) {
      if (size <= capacity) return;
      drop(oldest);
    }
  };

  const peek = (key: string): Uint8Array | undefined => {
    const found = kept.get(key);
    if (found === undefined) return undefined;
    if (found.until <= now()) {
      drop(key);
      return undefined;
    }
    kept.delete(key);
    kept.set(key, found);
    return found.bytes;
  };

  const isAbsent = (key: string): boolean => {
    const until = absent.get(key);
    if (until !== undefined && until <= now()) absent.delete(key);
    return absent.has(key);
  };

  const keepAbsent = (key: string): void => {
    absent.set(key, now() + ABSENCE);
    const [oldest] = absent.keys();
    if (absent.size > MOST_ABSENT && oldest !== undefined) absent.delete(oldest);
  };

  const load = (key: string): Promise<Uint8Array | null> => {
    const loading = pass(() => storage.read(key))
      .then((bytes) => {
        // Else it was changed while it was read.
        if (underWay.get(key) !== loading) return bytes;
        if (bytes === null) keepAbsent(key);
        else keep(key, bytes);
        return bytes;
      })
      .finally(() => {
        if (underWay.get(key) === loading) underWay.delete(key);
      });
    underWay.set(key, loading);
    return loading;
  };

  const change = async (key: string, work: () => Promise<void>): Promise<void> => {
    const forget = (): void => {
      drop(key);
      absent.delete(key);
      underWay.delete(key);
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
    peek,
    async read(key) {
      if (isStaged(key)) return storage.read(key);
      const found = peek(key);
      if (found !== undefined) return found;
      return isAbsent(key) ? null : (underWay.get(key) ?? load(key));
    },
    put: (key, bytes, contentType) => change(key, () => storage.put(key, bytes, contentType)),
    delete: (key) => change(key, () => storage.delete(key)),
  };
};

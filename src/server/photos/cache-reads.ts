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

const usual: CacheLimits = { capacity: 64 * 1024 * 1024, life: 600_000, now: () => performance.now() };
// One picture must not push all others out.
const LARGEST_SHARE = 1 / 8;

/**
 * Keeps what visitors read in memory, the latest read longest, and asks the store once however many wait for a key. What was
 * put or deleted is asked for anew; what came from outside is never kept.
 */
export const cacheReads = (storage: Storage, limits: Partial<CacheLimits> = {}): CachedStorage => {
  const { capacity, life, now } = { ...usual, ...limits };
  // A Map goes through its keys in the order in which they came: the first was read longest ago.
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Promise<Uint8Array | null>>();
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

  const load = (key: string): Promise<Uint8Array | null> => {
    const loading = storage
      .read(key)
      .then((bytes) => {
        // Else it was changed while it was read.
        if (bytes !== null && underWay.get(key) === loading) keep(key, bytes);
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
      return peek(key) ?? underWay.get(key) ?? load(key);
    },
    put: (key, bytes, contentType) => change(key, () => storage.put(key, bytes, contentType)),
    delete: (key) => change(key, () => storage.delete(key)),
  };
};

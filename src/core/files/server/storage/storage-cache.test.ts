import { describe, expect, test } from 'vitest';
import type { Storage } from '#platform/server/ports/storage/storage.ts';
import { createStorageCache } from './storage-cache.ts';

/** An in-memory store whose reads can be paused. */
const createStore = () => {
  const objects = new Map<string, Uint8Array>();
  const reads: string[] = [];
  let gate = Promise.resolve();
  const storage: Storage = {
    put: (key, bytes) => Promise.resolve(void objects.set(key, bytes)),
    delete: (key) => Promise.resolve(void objects.delete(key)),
    read: async (key) => {
      reads.push(key);
      const found = objects.get(key) ?? null;
      await gate;
      return found;
    },
    stat: () => Promise.resolve(null),
    async *list() {},
    signUpload: () => Promise.reject(new Error('not asked')),
    url: (key) => key,
  };
  const hold = (): (() => void) => {
    let release = () => {};
    gate = new Promise((resolve) => (release = resolve));
    return release;
  };
  return { storage, reads, hold };
};

const fill = (size: number) => new Uint8Array(size);

describe('createStorageCache', () => {
  test('concurrent reads of one key cause one request to the store', async () => {
    const { storage, reads, hold } = createStore();
    const cached = createStorageCache(storage);
    await cached.put('a.jpg', fill(10), 'image/jpeg');
    const release = hold();
    const waiting = Array.from({ length: 50 }, () => cached.read('a.jpg'));
    release();
    expect((await Promise.all(waiting)).map((bytes) => bytes?.byteLength)).toEqual(Array(50).fill(10));
    await cached.read('a.jpg');
    expect(reads).toEqual(['a.jpg']);
    expect(cached.peek('a.jpg')?.byteLength).toBe(10);
  });

  test('the cache stays within its capacity, evicts the least recently used file and skips very large ones', async () => {
    const { storage } = createStore();
    const cached = createStorageCache(storage, { capacityBytes: 100 });
    const names = Array.from({ length: 10 }, (_, index) => `${index}.jpg`);
    for (const name of names) await cached.put(name, fill(10), 'image/jpeg');
    for (const name of names) await cached.read(name);
    cached.peek('0.jpg');
    await cached.put('new.jpg', fill(12), 'image/jpeg');
    await cached.read('new.jpg');
    expect(names.filter((name) => cached.peek(name) === undefined)).toEqual(['1.jpg', '2.jpg']);
    await cached.put('huge.jpg', fill(13), 'image/jpeg');
    expect((await cached.read('huge.jpg'))?.byteLength).toBe(13);
    expect(cached.peek('huge.jpg')).toBeUndefined();
  });

  test('replaced, deleted and expired files are removed from the cache', async () => {
    const { storage } = createStore();
    let now = 1;
    const cached = createStorageCache(storage, { ttlMs: 100, now: () => now });
    await cached.put('a.jpg', fill(1), 'image/jpeg');
    await cached.read('a.jpg');
    await cached.put('a.jpg', fill(2), 'image/jpeg');
    expect((await cached.read('a.jpg'))?.byteLength).toBe(2);
    await cached.delete('a.jpg');
    expect(await cached.read('a.jpg')).toBeNull();
    await cached.put('b.jpg', fill(1), 'image/jpeg');
    await cached.read('b.jpg');
    now = 102;
    expect(cached.peek('b.jpg')).toBeUndefined();
  });

  test('S-078 a file deleted while being read is not cached', async () => {
    const { storage, hold } = createStore();
    const cached = createStorageCache(storage);
    await cached.put('a.jpg', fill(1), 'image/jpeg');
    const release = hold();
    const reading = cached.read('a.jpg');
    await cached.delete('a.jpg');
    release();
    expect((await reading)?.byteLength).toBe(1);
    expect(cached.peek('a.jpg')).toBeUndefined();
    expect(await cached.read('a.jpg')).toBeNull();
  });

  test('reading a missing file that is stored meanwhile returns null', async () => {
    const { storage, hold } = createStore();
    const cached = createStorageCache(storage);
    const release = hold();
    const reading = cached.read('a.jpg');
    await cached.put('a.jpg', fill(1), 'image/jpeg');
    release();
    expect(await reading).toBeNull();
    expect((await cached.read('a.jpg'))?.byteLength).toBe(1);
  });

  test('staged uploads are never cached', async () => {
    const { storage, reads } = createStore();
    const cached = createStorageCache(storage);
    await cached.put('staging/a.jpg', fill(1), 'image/jpeg');
    await cached.read('staging/a.jpg');
    await cached.read('staging/a.jpg');
    expect(reads).toEqual(['staging/a.jpg', 'staging/a.jpg']);
  });

  test('a missing file is cached as missing for a moment, until it is stored', async () => {
    const { storage, reads } = createStore();
    let now = 1;
    const cached = createStorageCache(storage, { now: () => now });
    await cached.read('none.jpg');
    await cached.read('none.jpg');
    expect(reads).toEqual(['none.jpg']);
    now = 5_002;
    expect(await cached.read('none.jpg')).toBeNull();
    expect(reads).toEqual(['none.jpg', 'none.jpg']);
    await cached.put('none.jpg', fill(1), 'image/jpeg');
    expect((await cached.read('none.jpg'))?.byteLength).toBe(1);
  });

  test('reads beyond the concurrency limit queue, and beyond the queue are rejected', async () => {
    const { storage, reads, hold } = createStore();
    const cached = createStorageCache(storage);
    const release = hold();
    const request = Promise.allSettled(
      Array.from({ length: 600 }, (_, index) => cached.read(`${index}.jpg`)),
    );
    await Promise.resolve();
    expect(reads).toHaveLength(32);
    release();
    const refused = (await request).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(600 - 32 - 500);
    expect(refused[0]).toMatchObject({ reason: { code: 'TOO_MANY_REQUESTS' } });
  });

  test('a failed read is not cached', async () => {
    const { storage } = createStore();
    let isAway = true;
    const cached = createStorageCache({
      ...storage,
      read: (key) => (isAway ? Promise.reject(new Error('away')) : storage.read(key)),
    });
    await cached.put('a.jpg', fill(1), 'image/jpeg');
    await expect(cached.read('a.jpg')).rejects.toThrow('away');
    isAway = false;
    expect((await cached.read('a.jpg'))?.byteLength).toBe(1);
  });
});

import type { Db } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Storage } from '#platform/server/ports/storage/storage.ts';

/** Wraps a storage and overrides some of its methods. */
export const overrideStorage = (storage: Storage, other: Partial<Storage>): Storage => ({
  ...storage,
  ...other,
});

const withTransaction = (db: Db, transaction: Db['transaction']): Db =>
  new Proxy(db, {
    get: (target, key) => {
      if (key === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

/** Points at which a process crashes while it publishes a photo. */
export const crashPoints = [
  'before the first file is put',
  'between two files',
  'before the photo is committed',
  'after the photo was committed',
  'before the upload is deleted',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

export interface CrashingServer {
  readonly deps: Pick<Deps, 'db' | 'storage'>;
  /** Resolves when the process has reached the point and stopped. */
  readonly hasCrashed: Promise<void>;
  /** Continues the process, as if it had only been paused. */
  resume(): void;
}

/** The dependencies of a process that crashes at this point: from then on no call returns. */
export const crashAt = ({ db, storage }: Pick<Deps, 'db' | 'storage'>, point: CrashPoint): CrashingServer => {
  let end: () => void = () => undefined;
  let wake: () => void = () => undefined;
  const isGone = new Promise<void>((resolve) => (end = resolve));
  const isAwake = new Promise<void>((resolve) => (wake = resolve));
  let puts = 0;
  let isWhole = false;

  const dieAt = async (here: CrashPoint): Promise<void> => {
    if (here !== point) return;
    end();
    await isAwake;
  };
  const put: Storage['put'] = async (key, bytes, contentType) => {
    if (puts === 0) await dieAt('before the first file is put');
    await storage.put(key, bytes, contentType);
    puts += 1;
    if (puts === 2) await dieAt('between two files');
    // The crash point in progress.
    isWhole = key.endsWith('.jpg');
  };
  const transaction: Db['transaction'] = async (work) => {
    if (!isWhole) return db.transaction(work);
    await dieAt('before the photo is committed');
    const result = await db.transaction(work);
    await dieAt('after the photo was committed');
    return result;
  };
  const remove: Storage['delete'] = async (key) => {
    await dieAt('before the upload is deleted');
    await storage.delete(key);
  };
  return {
    deps: {
      db: withTransaction(db, transaction),
      storage: overrideStorage(storage, { put, delete: remove }),
    },
    hasCrashed: isGone,
    resume: wake,
  };
};

/** A server that does not receive the acknowledgement of the commit that publishes its photo. */
export const loseCommitAck = ({
  db,
  storage,
}: Pick<Deps, 'db' | 'storage'>): Pick<Deps, 'db' | 'storage'> => {
  let isWhole = false;
  const put: Storage['put'] = async (key, bytes, contentType) => {
    await storage.put(key, bytes, contentType);
    // The crash point in progress.
    isWhole = key.endsWith('.jpg');
  };
  const transaction: Db['transaction'] = async (work) => {
    const result = await db.transaction(work);
    if (!isWhole) return result;
    isWhole = false;
    throw new Error('the connection is gone');
  };
  return { db: withTransaction(db, transaction), storage: overrideStorage(storage, { put }) };
};

/** An error as Node.js throws for failed system calls. */
export const createSystemError = (code: string): Error =>
  Object.assign(new Error(`${code}: the store does not answer`), { code, syscall: 'write' });

/** A store that is unavailable until it is restored. */
export const createFailingStorage = (storage: Storage): { storage: Storage; comeBack(): void } => {
  let isAway = true;
  const ask = <T>(work: () => Promise<T>): Promise<T> =>
    isAway ? Promise.reject(createSystemError('EIO')) : work();
  return {
    storage: overrideStorage(storage, {
      put: (...given) => ask(() => storage.put(...given)),
      read: (key) => ask(() => storage.read(key)),
      delete: (key) => ask(() => storage.delete(key)),
      stat: (key) => ask(() => storage.stat(key)),
      async *list(prefix) {
        await ask(() => Promise.resolve());
        yield* storage.list(prefix);
      },
    }),
    comeBack: () => void (isAway = false),
  };
};

import { and, eq } from 'drizzle-orm';
import { appError } from '#platform/contract/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import { withStorageErrors } from '../storage/storage-errors.ts';
import { uploadIntents } from '../tables.ts';

/** Left for the database, which stops when the disk is full. `npm run doctor` requires twice as much. */
export const MIN_FREE_BYTES = 1_000_000_000;

/** Throws STORAGE_FULL when the disk that stores uploads is nearly full, and UNAVAILABLE when its free space cannot be read. */
export const assertFreeSpace = async (deps: Pick<Deps, 'storage' | 'log'>): Promise<void> => {
  const freeBytes = await withStorageErrors(
    deps,
    async (storage) => (await storage.freeBytes?.()) ?? Infinity,
  );
  if (freeBytes >= MIN_FREE_BYTES) return;
  deps.log.error({ event: 'disk_nearly_full', freeBytes });
  throw appError('STORAGE_FULL');
};

/** Throws when a file must not be uploaded to a signed URL. */
export type AdmitUpload = (stagingKey: string) => Promise<void>;

/** The created function throws UPLOAD_REFUSED unless the upload exists and is ISSUED, and what `assertFreeSpace` throws. */
export const createUploadAdmission =
  (deps: Pick<Deps, 'db' | 'storage' | 'log'>): AdmitUpload =>
  async (stagingKey) => {
    const isOpen = and(eq(uploadIntents.stagingKey, stagingKey), eq(uploadIntents.state, 'ISSUED'));
    if ((await deps.db.$count(uploadIntents, isOpen)) === 0) throw appError('UPLOAD_REFUSED');
    await assertFreeSpace(deps);
  };

import type { Deps } from '#platform/server/deps.ts';
import { isDiskFull } from '#platform/server/files/free-bytes.ts';
import { temporarilyUnavailable } from '../upload/upload-errors.ts';

// Seconds until a retry after a full disk.
const FULL_RETRY_AFTER_S = 60;

const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/** Runs a storage request. Throws UNAVAILABLE when the store fails, for example because it is unreachable or full. */
export const withStorageErrors = async <T>(
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  ask: (storage: Deps['storage']) => Promise<T>,
): Promise<T> => {
  try {
    return await ask(storage);
  } catch (error) {
    // Bugs and application errors pass unchanged. The S3 store reports its failures as UNAVAILABLE itself.
    if (!isSystemError(error)) throw error;
    log.error({ event: 'store_failed', err: error });
    throw isDiskFull(error) ? temporarilyUnavailable(FULL_RETRY_AFTER_S) : temporarilyUnavailable();
  }
};

import { AppError } from '#platform/contract/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import { temporarilyUnavailable } from '../upload/upload-errors.ts';

// Seconds until a retry after a full disk.
const FULL_RETRY_AFTER_S = 60;
const FULL_ERROR_CODES = ['ENOSPC', 'EDQUOT'];

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;

/** Runs a storage request. Throws UNAVAILABLE when the store is unreachable or full. */
export const withStorageErrors = async <T>(
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  ask: (storage: Deps['storage']) => Promise<T>,
): Promise<T> => {
  try {
    return await ask(storage);
  } catch (error) {
    // Application errors and bugs are not failures of the store.
    if (error instanceof AppError || !isSystemError(error)) throw error;
    log.error({ event: 'store_failed', err: error });
    throw FULL_ERROR_CODES.includes(error.code ?? '')
      ? temporarilyUnavailable(FULL_RETRY_AFTER_S)
      : temporarilyUnavailable();
  }
};

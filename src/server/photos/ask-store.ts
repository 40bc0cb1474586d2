import { Refusal } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { refuseForNow } from './refuse-for-now.ts';

// Seconds until a retry after a full disk.
const FULL_AGAIN_AFTER = 60;
const FULL = ['ENOSPC', 'EDQUOT'];

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;

/** Asks the store. Refuses UNAVAILABLE when it is unreachable or full. */
export const askStore = async <T>(
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  ask: (storage: Deps['storage']) => Promise<T>,
): Promise<T> => {
  try {
    return await ask(storage);
  } catch (error) {
    // Refusals and bugs are not failures of the store.
    if (error instanceof Refusal || !isSystemError(error)) throw error;
    log.error({ event: 'store_failed', err: error });
    throw FULL.includes(error.code ?? '') ? refuseForNow(FULL_AGAIN_AFTER) : refuseForNow();
  }
};

import { Refusal } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { refuseForNow } from './refuse-for-now.ts';

// Deriving a photo anew every few seconds makes no room.
const FULL_AGAIN_AFTER = 60;
const FULL = ['ENOSPC', 'EDQUOT'];

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;

/** What the store answers. Refuses UNAVAILABLE when it is away, as a store over the network does itself, or full. */
export const askStore = async <T>(
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  ask: (storage: Deps['storage']) => Promise<T>,
): Promise<T> => {
  try {
    return await ask(storage);
  } catch (error) {
    // Whoever refuses has said why, and a fault of our own is none of the store's.
    if (error instanceof Refusal || !isSystemError(error)) throw error;
    log.error({ event: 'store_failed', err: error });
    throw FULL.includes(error.code ?? '') ? refuseForNow(FULL_AGAIN_AFTER) : refuseForNow();
  }
};

import { refuse } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';

const AGAIN_AFTER = 5;

/** What the store answers; UNAVAILABLE when it is away. */
export const askStore = async <T>(
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  ask: (storage: Deps['storage']) => Promise<T>,
): Promise<T> => {
  try {
    return await ask(storage);
  } catch (error) {
    log.error({ event: 'store_failed', err: error });
    throw refuse('UNAVAILABLE', { retryAfter: AGAIN_AFTER });
  }
};

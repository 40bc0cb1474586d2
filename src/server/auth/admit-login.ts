import { availableParallelism } from 'node:os';
import type { RateLimitName } from '#contract/rate-limits.ts';
import { refuse } from '#contract/errors.ts';
import { createConcurrencyLimiter } from '#server/http/overload/concurrency-limiter.ts';

interface Capacity {
  /** How many are at work at once, and how many may wait. */
  readonly width: number;
  readonly queue: number;
  /** So many of them from one address: a flood from one place leaves the door to others. */
  readonly ofOneAddress: number;
}

// A hash takes a core (`passwords.ts`). As many again are at what comes before and after it: so no core waits for a database.
const capacity: Capacity = { width: 2 * availableParallelism(), queue: 50, ofOneAddress: 20 };

/**
 * Lets logins in before anything is counted or looked up for them. A storm that got further, even if only to be refused,
 * would stand in the database's queue before every reader: 200 logins kept the free times back for seconds. What is no
 * login passes. See `npm run bench -- login-storm`.
 */
export const createAdmission = ({ width, queue, ofOneAddress }: Capacity = capacity) => {
  const pass = createConcurrencyLimiter(width, queue);
  const present = new Map<string, number>();

  const leave = (address: string): void => {
    const left = (present.get(address) ?? 0) - 1;
    if (left > 0) present.set(address, left);
    else present.delete(address);
  };

  return async <T>(name: RateLimitName, address: string, work: () => Promise<T>): Promise<T> => {
    if (name !== 'login') return work();
    const here = present.get(address) ?? 0;
    if (here >= ofOneAddress) throw refuse('TOO_MANY_REQUESTS', { retryAfter: 1 });
    present.set(address, here + 1);
    try {
      return await pass(work);
    } finally {
      leave(address);
    }
  };
};

export type Admit = ReturnType<typeof createAdmission>;

import { availableParallelism } from 'node:os';
import type { RateLimitName } from '#contract/rate-limits.ts';
import { createConcurrencyLimiter } from '#server/async/concurrency-limiter.ts';
import { overloadedError } from '#server/too-many-requests.ts';

interface Capacity {
  /** How many are at work at once, and how many may wait. */
  readonly width: number;
  readonly queue: number;
  /** At work or waiting from one address, so that a flood from one place leaves room for others. */
  readonly ofOneAddress: number;
}

// A hash takes a core (`passwords.ts`); as many logins again wait for the database meanwhile.
const capacity: Capacity = { width: 2 * availableParallelism(), queue: 50, ofOneAddress: 20 };

/**
 * Limits how many logins run at once, before anything is counted or looked up for them. A storm of logins that are refused later
 * queues at the database in front of every reader: 200 logins delayed the free times by seconds. Other requests pass. Measured by
 * `npm run bench -- login-storm`.
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
    if (here >= ofOneAddress) throw overloadedError();
    present.set(address, here + 1);
    try {
      return await pass(work);
    } finally {
      leave(address);
    }
  };
};

import { availableParallelism } from 'node:os';
import type { RateLimitName } from '#platform/contract/rate-limits.ts';
import { createConcurrencyLimiter } from '#platform/server/async/concurrency-limiter.ts';
import { overloadedError } from '#platform/server/http/overload/too-many-requests.ts';

const defaultLimits = {
  /**
   * How many logins run at once; up to `maxQueued` more wait. Twice the number of cores: while some logins hash a password on a core,
   * others wait for the database.
   */
  maxConcurrent: 2 * availableParallelism(),
  maxQueued: 50,
  /** How many logins of one IP address may run or wait, so that a flood from one address leaves room for others. */
  maxPerIp: 20,
};

/**
 * Limits how many requests with the rate limit `login` run at once. Those that wait have not queried the database yet. Runs other requests
 * directly. Without the limit, they wait for the database behind a burst of logins: 200 logins delayed the list of free times by seconds.
 * Measured by `npm run bench -- speed`.
 */
export const createLoginLimiter = ({ maxConcurrent, maxQueued, maxPerIp } = defaultLimits) => {
  const pass = createConcurrencyLimiter(maxConcurrent, maxQueued);
  const present = new Map<string, number>();

  return async <T>(name: RateLimitName, address: string, work: () => Promise<T>): Promise<T> => {
    if (name !== 'login') return work();
    const here = present.get(address) ?? 0;
    if (here >= maxPerIp) throw overloadedError();
    present.set(address, here + 1);
    try {
      return await pass(work);
    } finally {
      const left = (present.get(address) ?? 0) - 1;
      if (left > 0) present.set(address, left);
      else present.delete(address);
    }
  };
};

import { overloadedError } from '../http/overload/too-many-requests.ts';

/** Runs at most `concurrency` tasks at once and queues at most `maxQueued` more. Further tasks are rejected with 429. */
export const createConcurrencyLimiter = (concurrency: number, maxQueued: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (waiting.length >= maxQueued) throw overloadedError();
      // A task that ends starts the next one, which takes over its place in `running`.
      await new Promise<void>((start) => waiting.push(start));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const startNext = waiting.shift();
      if (startNext === undefined) running -= 1;
      else startNext();
    }
  };
};

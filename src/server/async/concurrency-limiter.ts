import { overloadedError } from '#server/http/overload/too-many-requests.ts';

/** Runs at most `concurrency` tasks at once and queues at most `queue` more; any further task is rejected with 429. */
export const createConcurrencyLimiter = (concurrency: number, queue: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (waiting.length >= queue) throw overloadedError();
      // A finished task passes its slot to the next one, so `running` does not change.
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

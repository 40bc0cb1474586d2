import { expect, it } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

/** Creates tasks that run until the test ends them. */
const createTasks = () => {
  const ends: (() => void)[] = [];
  return {
    task: () => new Promise<void>((end) => ends.push(end)),
    started: () => ends.length,
    end: async () => {
      ends.shift()?.();
      await new Promise(setImmediate);
    },
  };
};

it('a concurrency limiter runs two tasks, queues one and rejects the fourth with 429 immediately', async () => {
  const limit = createConcurrencyLimiter(2, 1);
  const { task, started, end } = createTasks();
  const admitted = [limit(task), limit(task), limit(task)];
  await expect(limit(task)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 1 });
  expect(started()).toBe(2);

  await end();
  expect(started()).toBe(2);
  await end();
  await end();
  await Promise.all(admitted);
  expect(await limit(() => Promise.resolve('free again'))).toBe('free again');
});

it('a concurrency limiter starts the next task when one fails', async () => {
  const limit = createConcurrencyLimiter(1, 1);
  const failing = limit(() => Promise.reject(new Error('failed')));
  const next = limit(() => Promise.resolve('next'));
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('next');
});

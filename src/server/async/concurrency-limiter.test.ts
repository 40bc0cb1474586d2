import { expect, it } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

/** Tasks that the test completes. */
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

it('the concurrency limiter runs, queues and rejects tasks according to its limits', async () => {
  const pass = createConcurrencyLimiter(2, 1);
  const { task, started, end } = createTasks();
  const admitted = [pass(task), pass(task), pass(task)];
  await expect(pass(task)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 1 });
  expect(started()).toBe(2);

  await end();
  expect(started()).toBe(2);
  await end();
  await end();
  await Promise.all(admitted);
  expect(await pass(() => Promise.resolve('free again'))).toBe('free again');
});

it('a failed task frees its place for the next one', async () => {
  const pass = createConcurrencyLimiter(1, 1);
  const failing = pass(() => Promise.reject(new Error('failed')));
  const next = pass(() => Promise.resolve('next'));
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('next');
});

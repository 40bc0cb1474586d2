import { expect, it } from 'vitest';
import { createGate } from './gate.ts';

/** Works that end when they are told to. */
const createWorks = () => {
  const ends: (() => void)[] = [];
  return {
    work: () => new Promise<void>((end) => ends.push(end)),
    started: () => ends.length,
    end: async () => {
      ends.shift()?.();
      await new Promise(setImmediate);
    },
  };
};

it('runs as many as it is wide, queues the next and refuses the rest at once', async () => {
  const pass = createGate(2, 1);
  const { work, started, end } = createWorks();
  const admitted = [pass(work), pass(work), pass(work)];
  await expect(pass(work)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 1 });
  expect(started()).toBe(2);

  await end();
  expect(started()).toBe(2);
  await end();
  await end();
  await Promise.all(admitted);
  expect(await pass(() => Promise.resolve('free again'))).toBe('free again');
});

it('gives the place of a work that failed to the next', async () => {
  const pass = createGate(1, 1);
  const failing = pass(() => Promise.reject(new Error('failed')));
  const next = pass(() => Promise.resolve('next'));
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('next');
});

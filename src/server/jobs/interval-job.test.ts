import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { startIntervalJob } from './interval-job.ts';

const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent, debug: silent };

it('runs now and again after each pause, whatever a run came to', async () => {
  const job = vi.fn(() => Promise.reject(new Error('no')));
  const repeating = startIntervalJob({ log }, 1, job);
  await vi.waitFor(() => expect(job.mock.calls.length).toBeGreaterThanOrEqual(3));
  await repeating.stop();
  const runs = job.mock.calls.length;
  await sleep(20);
  expect(job).toHaveBeenCalledTimes(runs);
});

it('stops when the run under way has ended', async () => {
  const order: string[] = [];
  const repeating = startIntervalJob({ log }, 1, async () => {
    await sleep(20);
    order.push('ran');
  });
  await repeating.stop();
  expect([...order, 'stopped']).toEqual(['ran', 'stopped']);
});

it('tells the run under way that it is to end', async () => {
  const repeating = startIntervalJob(
    { log },
    1,
    (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      }),
  );
  await expect(repeating.stop()).resolves.toBeUndefined();
});

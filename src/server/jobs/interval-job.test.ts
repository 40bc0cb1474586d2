import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { startIntervalJob } from './interval-job.ts';

const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent, debug: silent };

it('an interval job runs now and after each delay, even after a failure', async () => {
  const job = vi.fn(() => Promise.reject(new Error('no')));
  const repeating = startIntervalJob({ log }, 1, job);
  await vi.waitFor(() => expect(job.mock.calls.length).toBeGreaterThanOrEqual(3));
  await repeating.stop();
  const runs = job.mock.calls.length;
  await sleep(20);
  expect(job).toHaveBeenCalledTimes(runs);
});

it('stopping an interval job waits for the current run', async () => {
  const order: string[] = [];
  const repeating = startIntervalJob({ log }, 1, async () => {
    await sleep(20);
    order.push('ran');
  });
  await repeating.stop();
  expect([...order, 'stopped']).toEqual(['ran', 'stopped']);
});

it('stopping an interval job aborts the current run', async () => {
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

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { startIntervalJob } from './interval-job.ts';

const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent, debug: silent };

it('an interval job keeps running after failed runs until it is stopped', async () => {
  const work = vi.fn(() => Promise.reject(new Error('no')));
  const job = startIntervalJob({ log }, 1, work);
  await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThanOrEqual(3));
  await job.stop();
  const runs = work.mock.calls.length;
  await sleep(20);
  expect(work).toHaveBeenCalledTimes(runs);
});

it('stopping an interval job waits for the current run', async () => {
  const order: string[] = [];
  const job = startIntervalJob({ log }, 1, async () => {
    await sleep(20);
    order.push('ran');
  });
  await job.stop();
  expect([...order, 'stopped']).toEqual(['ran', 'stopped']);
});

it('stopping an interval job aborts the signal of the current run', async () => {
  const job = startIntervalJob(
    { log },
    1,
    (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      }),
  );
  await expect(job.stop()).resolves.toBeUndefined();
});

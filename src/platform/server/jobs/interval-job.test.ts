import { beforeEach, expect, it, vi } from 'vitest';
import { startIntervalJob } from './run-jobs.ts';

const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent, debug: silent };

beforeEach(() => void vi.useFakeTimers());

it('an interval job keeps running after failed runs until it is stopped', async () => {
  const work = vi.fn(() => Promise.reject(new Error('no')));
  const job = startIntervalJob({ log }, 1_000, work);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(work).toHaveBeenCalledTimes(3);
  await job.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(work).toHaveBeenCalledTimes(3);
});

it('stopping an interval job waits for the current run', async () => {
  const order: string[] = [];
  let finish = (): void => undefined;
  const job = startIntervalJob({ log }, 1_000, () => new Promise<void>((resolve) => void (finish = resolve)));
  const stopping = job.stop().then(() => void order.push('stopped'));
  await vi.advanceTimersByTimeAsync(10_000);
  order.push('ran');
  finish();
  await stopping;
  expect(order).toEqual(['ran', 'stopped']);
});

it('stopping an interval job aborts the signal of the current run', async () => {
  const job = startIntervalJob(
    { log },
    1_000,
    (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      }),
  );
  await expect(job.stop()).resolves.toBeUndefined();
});

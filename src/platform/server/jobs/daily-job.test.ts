import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Clock } from '../ports/clock.ts';
import { startDailyJobs } from './run-jobs.ts';

const lines: unknown[] = [];
const record = (line: unknown): void => void lines.push(line);
const log = { info: record, warn: record, error: record, debug: record };
const clock: Clock = { now: () => new Date() };

beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers({ now: new Date('2026-11-21T01:00:00Z') });
});
afterEach(() => void vi.useRealTimers());

describe('a daily job', () => {
  it('a daily job runs at the start and then daily at 04:00 in Seoul', async () => {
    const runs: string[] = [];
    const job = startDailyJobs({ clock, log }, { purge: async (now) => void runs.push(now.toISOString()) });
    await vi.advanceTimersByTimeAsync(2 * 24 * 3_600_000);
    expect(runs).toEqual([
      '2026-11-21T01:00:00.000Z',
      '2026-11-21T19:00:00.000Z',
      '2026-11-22T19:00:00.000Z',
    ]);
    await job.stop();
    await vi.advanceTimersByTimeAsync(2 * 24 * 3_600_000);
    expect(runs.length).toBe(3);
  });

  it('a daily job logs a failure and runs again the next day', async () => {
    let runs = 0;
    const job = startDailyJobs(
      { clock, log },
      {
        purge: () => {
          runs += 1;
          return runs === 1 ? Promise.reject(new Error('down')) : Promise.resolve({});
        },
      },
    );
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(lines).toMatchObject([{ event: 'purge_failed' }, { event: 'purge' }]);
    await job.stop();
  });

  it('daily jobs run one after the other, each with its own failure', async () => {
    lines.length = 0;
    const down = (): Promise<never> => Promise.reject(new Error('down'));
    const job = startDailyJobs({ clock, log }, { purge: () => Promise.resolve('held'), backup: down });
    await vi.advanceTimersByTimeAsync(0);
    expect(lines).toMatchObject([{ event: 'purge', done: 'held' }, { event: 'backup_failed' }]);
    await job.stop();
  });

  it('stopping a daily job aborts the current run and waits for its end', async () => {
    let hasEnded = false;
    const job = startDailyJobs(
      { clock, log },
      {
        purge: async (_, signal) => {
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          hasEnded = true;
        },
      },
    );
    await job.stop();
    expect(hasEnded).toBe(true);
  });
});

import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { retryTransaction } from './retry-transaction.ts';

const app = await createTestApp();

/** Work that fails with this SQLSTATE the first `failures` times. */
const breakingOff = (state: string, failures: number) => {
  let runs = 0;
  const work = () =>
    app.db.transaction(async (tx) => {
      runs += 1;
      if (runs <= failures) await tx.execute(sql.raw(`do $$ begin raise sqlstate '${state}'; end $$`));
      return runs;
    });
  return { work, runs: () => runs };
};

describe('F-06 retryTransaction', () => {
  it.each(['40P01', '40001'])('work that failed with %s is retried up to three times', async (state) => {
    expect(await retryTransaction(breakingOff(state, 3).work)).toBe(4);
    const hopeless = breakingOff(state, 4);
    await expect(retryTransaction(hopeless.work)).rejects.toThrow();
    expect(hopeless.runs()).toBe(4);
  });

  it.each(['23505', '22012', '53100'])('a permanent error (%s) is not retried', async (state) => {
    const faulty = breakingOff(state, 1);
    await expect(retryTransaction(faulty.work)).rejects.toThrow();
    expect(faulty.runs()).toBe(1);
  });

  it('an application error is not retried', async () => {
    let runs = 0;
    const refusing = (): Promise<never> => {
      runs += 1;
      return Promise.reject(new Error('no'));
    };
    await expect(retryTransaction(refusing)).rejects.toThrow('no');
    expect(runs).toBe(1);
  });
});

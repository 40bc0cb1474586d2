import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { retryTransaction } from './retry-transaction.ts';

const app = await createTestApp();

/** A transaction that fails with the given SQLSTATE the first `failures` times. */
const failingWith = (state: string, failures: number) => {
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
  it.each(['40P01', '40001'])(
    'retryTransaction retries a transaction that failed with %s up to three times',
    async (state) => {
      expect(await retryTransaction(failingWith(state, 3).work)).toBe(4);
      const persistent = failingWith(state, 4);
      await expect(retryTransaction(persistent.work)).rejects.toThrow();
      expect(persistent.runs()).toBe(4);
    },
  );

  it.each(['23505', '22012', '53100'])(
    'retryTransaction does not retry permanent errors (%s)',
    async (state) => {
      const failing = failingWith(state, 1);
      await expect(retryTransaction(failing.work)).rejects.toThrow();
      expect(failing.runs()).toBe(1);
    },
  );

  it('retryTransaction does not retry errors thrown by the application', async () => {
    let runs = 0;
    const rejecting = (): Promise<never> => {
      runs += 1;
      return Promise.reject(new Error('no'));
    };
    await expect(retryTransaction(rejecting)).rejects.toThrow('no');
    expect(runs).toBe(1);
  });
});

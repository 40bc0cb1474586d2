import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import type { TransactionOptions } from './database.ts';

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

describe('F-06 transaction', () => {
  it.each(['40P01', '40001'])(
    'a transaction that failed with %s is retried up to three times',
    async (state) => {
      expect(await failingWith(state, 3).work()).toBe(4);
      const persistent = failingWith(state, 4);
      await expect(persistent.work()).rejects.toThrow();
      expect(persistent.runs()).toBe(4);
    },
  );

  it.each(['23505', '22012', '53100'])('permanent errors are not retried (%s)', async (state) => {
    const failing = failingWith(state, 1);
    await expect(failing.work()).rejects.toThrow();
    expect(failing.runs()).toBe(1);
  });

  it('errors thrown by the application are not retried', async () => {
    let runs = 0;
    const rejecting = (): Promise<never> => {
      runs += 1;
      return Promise.reject(new Error('no'));
    };
    await expect(app.db.transaction(rejecting)).rejects.toThrow('no');
    expect(runs).toBe(1);
  });

  it('violated constraints are retried for values that the transaction generates, and nothing with effects outside', async () => {
    const message = `insert into schema_migrations select * from schema_migrations limit 1`;
    let runs = 0;
    const insertTwice = (options: TransactionOptions) =>
      app.db.transaction(async (tx) => {
        runs += 1;
        if (runs === 1) await tx.execute(sql.raw(message));
        return runs;
      }, options);
    expect(await insertTwice({ retryConstraints: ['schema_migrations_pkey'] })).toBe(2);
    runs = 0;
    await expect(insertTwice({ retryConstraints: ['another'] })).rejects.toThrow();
    runs = 0;
    const outside = { retryConstraints: ['schema_migrations_pkey'], hasOutsideEffects: true };
    await expect(insertTwice(outside)).rejects.toThrow();
    expect(runs).toBe(1);
  });
});

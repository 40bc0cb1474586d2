import { sql } from 'drizzle-orm';
import { afterAll, expect, it, vi } from 'vitest';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import { startTcpProxy, type TcpProxy } from '#test/servers/tcp-proxy.ts';
import { findDatabaseError, isUnavailable } from '../database-errors.ts';
import type { Database } from '../database.ts';
import { noTimeouts, openPostgres } from './open-postgres.ts';

const server = await startPostgresServer();
afterAll(() => server.stop());
const warnings = vi.fn<(...values: unknown[]) => void>();
const silent = (): void => undefined;
const log = { info: silent, warn: warnings, error: silent, debug: silent };
const open = (url = `${server.url}postgres`): Promise<Database> => openPostgres(url, log);

const responds = async ({ db }: Database): Promise<boolean> => {
  const { rows } = await db.execute(sql`select 1 as one`);
  return rows.length === 1;
};
const others = sql`from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`;
const killOthers = sql`select pg_terminate_backend(pid) ${others}`;
const countOthers = async ({ db }: Database): Promise<number> =>
  (await db.execute(sql`select pid ${others}`)).rows.length;

it('the pool replaces connections that were lost while idle', async () => {
  const [database, killer] = [await open(), await open()];
  await Promise.all(Array.from({ length: 5 }, () => responds(database)));
  await killer.db.execute(killOthers);
  await expect.poll(() => responds(database)).toBe(true);
  await Promise.all([database.close(), killer.close()]);
});

it('the pool still works after a connection was lost in a transaction', async () => {
  const [database, killer] = [await open(), await open()];
  const work = database.db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    await killer.db.execute(killOthers);
    await expect.poll(() => countOthers(killer)).toBe(0);
    await tx.execute(sql`select 1`);
  });
  await expect(work).rejects.toThrow();
  // An idle connection that was lost as well may not have been noticed yet.
  await expect.poll(() => responds(database)).toBe(true);
  await Promise.all([database.close(), killer.close()]);
});

it('a statement does not wait for transactions that wait for a lock', async () => {
  const openPatient = () => openPostgres(`${server.url}postgres`, log, noTimeouts);
  const [database, holder] = [await openPatient(), await openPatient()];
  const lock = sql`select pg_advisory_xact_lock(1)`;
  const countWaiting = async (): Promise<number> =>
    (await holder.db.execute(sql`select from pg_locks where not granted`)).rows.length;
  const transactions: Promise<unknown>[] = [];
  await holder.db.transaction(async (tx) => {
    await tx.execute(lock);
    const waitForLock = () => database.db.transaction((other) => other.execute(lock));
    for (let count = 0; count < 14; count += 1) transactions.push(waitForLock().catch(() => undefined));
    await expect.poll(countWaiting).toBe(10);
    expect(await responds(database)).toBe(true);
    expect(await countWaiting()).toBe(10);
  });
  await Promise.all(transactions);
  await Promise.all([database.close(), holder.close()]);
});

/** A database behind a TCP proxy. In mode `hole` the proxy drops all packets, and connections opened before stay dead. */
const openBehindProxy = async (): Promise<{ database: Database; proxy: TcpProxy }> => {
  const proxy = await startTcpProxy(Number(new URL(server.url).port));
  const database = await open(`postgresql://postgres@127.0.0.1:${proxy.port}/postgres`);
  return { database, proxy };
};

it('a query times out while the server does not respond, and works once it responds again', async () => {
  const { database, proxy } = await openBehindProxy();
  proxy.mode = 'hole';
  const outcome = await responds(database).catch((error: unknown) => error);
  expect(isUnavailable(outcome)).toBe(true);

  // The stuck connection must not be reused.
  proxy.mode = 'pass';
  expect(await Promise.all([responds(database), responds(database)])).toEqual([true, true]);
  await database.close();
  await proxy.close();
});

it('F-04 F-05 transactions that lose their connection at begin or later do not exhaust the pool', async () => {
  const { database, proxy } = await openBehindProxy();
  const many = Array.from({ length: 12 }, (_, index) => index);
  const work = (): Promise<unknown> => database.db.transaction((tx) => tx.execute(sql`select 1`));
  await Promise.all(many.map(work));
  proxy.mode = 'hole';
  const outcomes = await Promise.all(many.map(() => work().catch((error: unknown) => error)));
  expect(outcomes.map(isUnavailable)).toEqual(many.map(() => true));

  proxy.mode = 'pass';
  await Promise.all(many.map(work));
  await database.close();
  await proxy.close();
});

it('a transaction that throws or violates a constraint is rolled back, and its connection is reused', async () => {
  const database = await open();
  await database.exec('create table numbers (value integer primary key)');
  const insertAndThrow = (twice: boolean): Promise<void> =>
    database.db.transaction(async (tx) => {
      await tx.execute(sql`insert into numbers values (1)`);
      if (twice) await tx.execute(sql`insert into numbers values (1)`);
      throw new Error('rejected');
    });
  await expect(insertAndThrow(false)).rejects.toThrow('rejected');
  await expect(insertAndThrow(true)).rejects.toMatchObject({ cause: { code: '23505' } });
  const { rows } = await database.db.execute(sql`select * from numbers`);
  expect(rows).toEqual([]);
  expect(await database.db.transaction(async (tx) => (await tx.execute(sql`select 1`)).rows.length)).toBe(1);
  await database.close();
});

it('F-06 a deadlock is detected before the lock timeout, so that it can be retried', async () => {
  const database = await open();
  await database.exec('create table pairs (id integer primary key); insert into pairs values (1), (2)');
  let remaining = 2;
  let releaseBoth: () => void = silent;
  const bothLocked = new Promise<void>((resolve) => void (releaseBoth = resolve));
  const lock = (id: number) => sql`select 1 from pairs where id = ${id} for update`;
  const lockBoth = (first: number, second: number): Promise<unknown> =>
    database.db.transaction(
      async (tx) => {
        await tx.execute(lock(first));
        remaining -= 1;
        if (remaining <= 0) releaseBoth();
        await bothLocked;
        await tx.execute(lock(second));
      },
      // Not retried, to see the error.
      { hasOutsideEffects: true },
    );
  const outcomes = await Promise.allSettled([lockBoth(1, 2), lockBoth(2, 1)]);
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(failed.map(({ reason }) => findDatabaseError(reason)?.code)).toEqual(['40P01']);
  await database.close();
});

it('openPostgres explains in one line why DATABASE_URL cannot be connected to', async () => {
  await expect(open('postgresql://postgres@127.0.0.1:1/postgres')).rejects.toThrow(
    /^DATABASE_URL의 데이터베이스에 연결할 수 없습니다: 해당 주소의 PostgreSQL이 응답하지 않습니다.*ECONNREFUSED/,
  );
  await expect(open(`${server.url}nowhere`)).rejects.toThrow(
    /해당 이름의 데이터베이스가 없습니다.*"nowhere" does not exist/,
  );
});

it('openPostgres warns when the server commits asynchronously', async () => {
  const database = await open();
  warnings.mockClear();
  await database.exec(`create database async_commit`);
  await database.exec(`alter database async_commit set synchronous_commit = off`);
  const asyncDatabase = await open(`${server.url}async_commit`);
  expect(warnings).toHaveBeenCalledWith(expect.stringContaining('a crash can lose reservations'));
  await asyncDatabase.close();
  await database.close();
});

it('a migration may run longer than the statement timeout of requests', async () => {
  const timeouts = { statement_timeout: 200, query_timeout: 300 };
  const database = await openPostgres(`${server.url}postgres`, log, timeouts);
  await expect(database.db.execute(sql`select pg_sleep(1)`)).rejects.toThrow();
  await database.exec(`set local statement_timeout = 0; select pg_sleep(1)`);
  await database.close();
});

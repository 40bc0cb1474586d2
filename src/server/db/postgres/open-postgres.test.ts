import { sql } from 'drizzle-orm';
import { afterAll, expect, it, vi } from 'vitest';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import { startTcpProxy } from '#test/servers/tcp-proxy.ts';
import type { TcpProxy } from '#test/servers/tcp-proxy.ts';
import type { Database } from '#server/db/database.ts';
import { findDatabaseError, isUnavailable } from '#server/db/database-errors.ts';
import { openPostgres } from './open-postgres.ts';

const server = await startPostgresServer();
afterAll(() => server.stop());
const warnings = vi.fn<(...values: unknown[]) => void>();
const silent = (): void => undefined;
const log = { info: silent, warn: warnings, error: silent, debug: silent };
const open = (url = `${server.url}postgres`): Promise<Database> => openPostgres(url, log);

const answers = async ({ db }: Database): Promise<boolean> => {
  const { rows } = await db.execute(sql`select 1 as one`);
  return rows.length === 1;
};
const killOthers = sql`select pg_terminate_backend(pid) from pg_stat_activity
  where pid <> pg_backend_pid() and backend_type = 'client backend'`;

it('connections lost while idle are replaced', async () => {
  const [database, killer] = [await open(), await open()];
  await Promise.all(Array.from({ length: 5 }, () => answers(database)));
  await killer.db.execute(killOthers);
  await vi.waitFor(async () => expect(await answers(database)).toBe(true));
  await Promise.all([database.close(), killer.close()]);
});

it('a connection lost in a transaction fails only that transaction', async () => {
  const [database, killer] = [await open(), await open()];
  const work = database.db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    await killer.db.execute(killOthers);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await tx.execute(sql`select 1`);
  });
  await expect(work).rejects.toThrow();
  expect(await answers(database)).toBe(true);
  await Promise.all([database.close(), killer.close()]);
});

/** A database behind a proxy that can silently drop all traffic. */
const openBehindProxy = async (): Promise<{ database: Database; proxy: TcpProxy }> => {
  const proxy = await startTcpProxy(Number(new URL(server.url).port));
  const database = await open(`postgresql://postgres@127.0.0.1:${proxy.port}/postgres`);
  return { database, proxy };
};

it('requests fail while the database does not respond and work again afterwards', async () => {
  const { database, proxy } = await openBehindProxy();
  proxy.mode = 'hole';
  const outcome = await answers(database).catch((error: unknown) => error);
  expect(isUnavailable(outcome)).toBe(true);

  // New connections reach the server again; the stuck one must not be reused.
  proxy.mode = 'pass';
  expect(await Promise.all([answers(database), answers(database)])).toEqual([true, true]);
  await database.close();
  await proxy.close();
});

it('F-04 F-05 failed transactions do not leak connections', async () => {
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

it('a failed transaction is rolled back and its connection reused', async () => {
  const database = await open();
  await database.exec('create table promises (kept integer primary key)');
  const keep = (twice: boolean): Promise<void> =>
    database.db.transaction(async (tx) => {
      await tx.execute(sql`insert into promises values (1)`);
      if (twice) await tx.execute(sql`insert into promises values (1)`);
      throw new Error('refused');
    });
  await expect(keep(false)).rejects.toThrow('refused');
  await expect(keep(true)).rejects.toMatchObject({ cause: { code: '23505' } });
  const { rows } = await database.db.execute(sql`select * from promises`);
  expect(rows).toEqual([]);
  expect(await database.db.transaction(async (tx) => (await tx.execute(sql`select 1`)).rows.length)).toBe(1);
  await database.close();
});

it('F-06 a deadlock is detected before the lock timeout and retried', async () => {
  const database = await open();
  await database.exec('create table pairs (id integer primary key); insert into pairs values (1), (2)');
  let waiting = 2;
  let meet: () => void = silent;
  const both = new Promise<void>((resolve) => void (meet = resolve));
  const lock = (id: number) => sql`select 1 from pairs where id = ${id} for update`;
  const lockBoth = (first: number, second: number): Promise<unknown> =>
    database.db.transaction(async (tx) => {
      await tx.execute(lock(first));
      waiting -= 1;
      if (waiting <= 0) meet();
      await both;
      await tx.execute(lock(second));
    });
  const outcomes = await Promise.allSettled([lockBoth(1, 2), lockBoth(2, 1)]);
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(failed.map(({ reason }) => findDatabaseError(reason)?.code)).toEqual(['40P01']);
  await database.close();
});

it('a wrong DATABASE_URL is explained in one line', async () => {
  await expect(open('postgresql://postgres@127.0.0.1:1/postgres')).rejects.toThrow(
    /^DATABASE_URL의 데이터베이스에 연결할 수 없습니다: 해당 주소의 PostgreSQL이 응답하지 않습니다.*ECONNREFUSED/,
  );
  await expect(open(`${server.url}nowhere`)).rejects.toThrow(
    /해당 이름의 데이터베이스가 없습니다.*"nowhere" does not exist/,
  );
});

it('a database without fsync or synchronous commits causes a warning', async () => {
  const database = await open();
  warnings.mockClear();
  await database.exec(`create database careless`);
  await database.exec(`alter database careless set synchronous_commit = off`);
  const careless = await open(`${server.url}careless`);
  expect(warnings).toHaveBeenCalledWith(expect.stringContaining('a crash can lose bookings'));
  await careless.close();
  await database.close();
});

it('a migration may take longer than the statement timeout', async () => {
  const database = await open();
  await expect(database.db.execute(sql`select pg_sleep(4)`)).rejects.toThrow();
  await database.exec(`set local statement_timeout = 0; select pg_sleep(4)`);
  await database.close();
});

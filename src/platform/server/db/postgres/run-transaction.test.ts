import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import { recordRoundTrips } from '#test/statement-recorder.ts';
import { createLog } from '../../ports/log.ts';
import { isUnavailable } from '../database-errors.ts';
import type { Tx } from '../database.ts';
import { openPostgres } from './open-postgres.ts';

const server = await startPostgresServer(['fsync=off']);
const database = await openPostgres(new URL('postgres', server.url).href, createLog('silent'), {
  statement_timeout: 500,
});
const { db } = database;
afterAll(async () => {
  await database.close();
  await server.stop();
});

await database.exec('create table numbers (value integer primary key)');
beforeEach(() => database.exec('truncate numbers'));

const insert = (tx: Tx, value: number) => tx.execute(sql`insert into numbers values (${value})`);
const readNumbers = async () => (await db.execute(sql`select value from numbers order by value`)).rows;

it('begin is sent with the first statements and commit with the last', async () => {
  const trips = await recordRoundTrips(() =>
    db.transaction(async (tx, commitWith) => {
      await Promise.all([insert(tx, 1), insert(tx, 2)]);
      await insert(tx, 3);
      commitWith(insert(tx, 4), insert(tx, 5));
    }),
  );
  const first = (text: string): string => text.split(' ')[0]!;
  expect(trips.map((statements) => statements.map(({ text }) => first(text)))).toEqual([
    ['begin', 'insert', 'insert'],
    ['insert'],
    ['insert', 'insert', 'commit'],
  ]);
  expect(await readNumbers()).toEqual([1, 2, 3, 4, 5].map((value) => ({ value })));
});

it('a statement that fails together with commit fails the transaction with its error', async () => {
  const work = db.transaction(async (tx, commitWith) => {
    await insert(tx, 1);
    commitWith(insert(tx, 2), insert(tx, 1), insert(tx, 3));
  });
  await expect(work).rejects.toMatchObject({ cause: { code: '23505' } });
  expect(await readNumbers()).toEqual([]);
});

it('a statement that fails first in a group decides the error, and the connection is reused', async () => {
  const pids = await Promise.all(
    [1, 2].map(async () => {
      const work = db.transaction(async (tx) => {
        await Promise.all([insert(tx, 1), insert(tx, 1), insert(tx, 2)]);
      });
      await expect(work).rejects.toMatchObject({ cause: { code: '23505' } });
      return db.transaction(async (tx) => (await tx.execute(sql`select pg_backend_pid() as pid`)).rows[0]);
    }),
  );
  expect(pids).toHaveLength(2);
  expect(database.countConnections?.().busy).toBe(0);
  expect(await readNumbers()).toEqual([]);
});

it('a transaction whose failed statement was ignored is not taken for committed', async () => {
  const work = db.transaction(async (tx) => {
    await insert(tx, 1);
    await insert(tx, 1).catch(() => undefined);
  });
  await expect(work).rejects.toThrow('the transaction failed before its commit');
  expect(await readNumbers()).toEqual([]);
});

it('a statement that times out together with commit leaves nothing behind', async () => {
  const work = db.transaction(async (tx, commitWith) => {
    await insert(tx, 1);
    commitWith(tx.execute(sql`select pg_sleep(60)`), insert(tx, 2));
  });
  expect(isUnavailable(await work.catch((error: unknown) => error))).toBe(true);
  expect(await readNumbers()).toEqual([]);
});

it('a statement that is sent after commit fails the transaction instead of running outside of it', async () => {
  let late: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await insert(tx, 1);
    late = new Promise((resolve) => void setTimeout(resolve, 100)).then(() => insert(tx, 2));
  });
  await expect(late).rejects.toMatchObject({ cause: { message: /after its transaction ended/ } });
  expect(await readNumbers()).toEqual([{ value: 1 }]);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { findFreePort } from '#test/servers/free-port.ts';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import { createLog } from '../../ports/log.ts';
import { CONTENT_CHANGED_CHANNEL } from '../change-listener.ts';
import { isUnavailable } from '../database-errors.ts';
import type { Tx } from '../database.ts';
import { openPostgres } from './open-postgres.ts';

// In session mode, the only one that LISTEN, advisory locks and named statements allow.
const postgres = await startPostgresServer(['fsync=off', 'timezone=UTC', 'statement_timeout=500']);
const port = await findFreePort();
const folder = await mkdtemp(join(tmpdir(), 'sajingwan-pgbouncer-'));
const config = join(folder, 'pgbouncer.ini');
// PgBouncer drops these parameters, so PostgreSQL is started with the values that the client would set.
await writeFile(
  config,
  `[databases]
* = host=127.0.0.1 port=${new URL(postgres.url).port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = session
ignore_startup_parameters = extra_float_digits,options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`,
);
await chmod(folder, 0o755);
// PgBouncer does not run as root.
const identity = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
const bouncer = spawn('/usr/sbin/pgbouncer', ['-q', ...identity, config], { stdio: 'ignore' });
const log = createLog('silent');
const open = () => openPostgres(`postgres://postgres@127.0.0.1:${port}/postgres`, log);
const database = await vi.waitFor(open, { timeout: 30_000 });
const { db } = database;
afterAll(async () => {
  await database.close();
  bouncer.kill();
  await once(bouncer, 'close');
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

await database.exec('create table numbers (value integer primary key)');
beforeEach(() => database.exec('truncate numbers'));
const insert = (tx: Tx, value: number) => tx.execute(sql`insert into numbers values (${value})`);
const countNumbers = async () => (await db.execute(sql`select value from numbers`)).rows.length;

it('groups of statements commit through PgBouncer', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      db.transaction(async (tx, commitWith) => {
        await Promise.all([insert(tx, 3 * index), insert(tx, 3 * index + 1)]);
        commitWith(insert(tx, 3 * index + 2));
      }),
    ),
  );
  expect(await countNumbers()).toBe(120);
});

it('a violated constraint in a group rolls the transaction back through PgBouncer', async () => {
  const work = db.transaction(async (tx, commitWith) => {
    await insert(tx, 1);
    commitWith(insert(tx, 2), insert(tx, 1));
  });
  await expect(work).rejects.toMatchObject({ cause: { code: '23505' } });
  expect(await countNumbers()).toBe(0);
});

it('a statement that times out in a group leaves nothing behind PgBouncer', async () => {
  const work = db.transaction(async (tx, commitWith) => {
    await insert(tx, 1);
    commitWith(tx.execute(sql`select pg_sleep(60)`));
  });
  expect(isUnavailable(await work.catch((error: unknown) => error))).toBe(true);
  expect(await countNumbers()).toBe(0);
});

it('changes are heard and a leader is found through PgBouncer', async () => {
  const onChange = vi.fn<() => void>();
  const listener = database.listenForChanges(onChange);
  await expect.poll(() => listener.isConnected()).toBe(true);
  expect(await listener.tryBecomeLeader()).toBe(true);
  onChange.mockClear();
  await db.execute(sql`select pg_notify(${CONTENT_CHANGED_CHANNEL}, '')`);
  await expect.poll(() => onChange.mock.calls.length).toBe(1);
  await listener.close();
});

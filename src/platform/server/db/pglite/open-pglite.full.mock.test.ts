import { fsyncSync } from 'node:fs';
import { access, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, expect, it, vi } from 'vitest';
import { findEmbeddedTemplate } from '#test/embedded-template.ts';
import { incrementCounters } from '../../http/overload/rate-limit-store.ts';
import { migrate } from '../migrate.ts';
import { describeFatalError, openPgliteDir } from './open-pglite-dir.ts';
import { openPglite } from './open-pglite.ts';
import { runMaintenance } from './pglite-maintenance.ts';

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  return { ...fs, fsyncSync: vi.fn(fs.fsyncSync) };
});

const folder = await mkdtemp(join(tmpdir(), 'sajingwan-durable-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const template = await findEmbeddedTemplate(folder);
const dataDir = join(folder, 'data');
const countMembers = async (database: Awaited<ReturnType<typeof openPglite>>): Promise<number> => {
  const { rows } = await database.db.execute<{ count: number }>(
    sql`select count(*)::int as count from members`,
  );
  return rows[0]?.count ?? -1;
};

it('PGlite syncs every commit to the disk', async () => {
  const database = await openPglite(dataDir, template);
  vi.mocked(fsyncSync).mockClear();
  for (let count = 1; count <= 5; count += 1) {
    await database.db.execute(sql`insert into members (name) values ('김사진')`);
    expect(vi.mocked(fsyncSync).mock.calls.length).toBeGreaterThanOrEqual(count);
  }
  await database.close();
});

it('counting a request does not sync to the disk, and the next statement does', async () => {
  const database = await openPglite(dataDir, template);
  vi.mocked(fsyncSync).mockClear();
  await incrementCounters(database.db, [{ key: 'login:ip', windowStart: new Date() }]);
  expect(fsyncSync).not.toHaveBeenCalled();
  await database.db.execute(sql`delete from rate_counters`);
  expect(fsyncSync).toHaveBeenCalled();
  await database.close();
});

it('PGlite returns dates and instants as text and other values typed, also in a transaction', async () => {
  const database = await openPglite(dataDir, template);
  const selectValues = async (db: Pick<typeof database.db, 'execute'>): Promise<unknown> => {
    const { rows } = await db.execute(sql`
      select date '2026-11-22' as day, timestamptz '2026-11-22 09:00+09' as instant, array[1, 2] as numbers, 5::int8 as big`);
    return rows;
  };
  const expected = [{ day: '2026-11-22', instant: '2026-11-22 00:00:00+00', numbers: [1, 2], big: 5 }];
  expect(await selectValues(database.db)).toEqual(expected);
  expect(await database.db.transaction((tx) => selectValues(tx))).toEqual(expected);
  await database.close();
});

it('the template is readable for all users and the database folder only for its owner', async () => {
  const modes = async (path: string): Promise<number[]> => {
    const names = await readdir(path, { recursive: true });
    return Promise.all(names.map(async (name) => (await stat(join(path, name))).mode));
  };
  for (const mode of await modes(template)) expect(mode & 0o044).toBe(0o044);
  expect((await stat(join(dataDir, 'db'))).mode & 0o077).toBe(0);
});

it('a reopened database has its rows and no pending migration', async () => {
  const database = await openPglite(dataDir, template);
  expect(await migrate(database)).toBe(0);
  expect(await countMembers(database)).toBe(5);
  await database.close();
});

it('the embedded database cannot be opened twice', async () => {
  const database = await openPglite(dataDir, template);
  await expect(openPglite(dataDir, template)).rejects.toThrow(/이미 이 데이터 폴더를 쓰고 있습니다/);
  await database.close();
});

it('a failed fsync panics PostgreSQL, and acknowledged rows survive the next start', async () => {
  const failing = join(folder, 'failing');
  await cp(template, failing, { recursive: true });
  const panics: string[] = [];
  const client = await openPgliteDir(failing, (line) => {
    panics.push(line);
    throw new Error('the process would end here');
  });
  await client.query(`insert into members (name) values ('김사진')`);
  vi.mocked(fsyncSync).mockImplementationOnce(() => {
    throw Object.assign(new Error('disk'), { code: 'EIO' });
  });
  await expect(client.query(`insert into members (name) values ('박사진')`)).rejects.toThrow();
  expect(panics.join()).toMatch(/PANIC: .*could not fsync file/);

  const recovered = await openPgliteDir(failing);
  const { rows } = await recovered.query(`select name from members where name = '김사진'`);
  expect(rows).toHaveLength(1);
  await recovered.close();
});

it.each([
  ['PANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device', '디스크를 확인해 주세요'],
  ['PANIC:  could not fsync file "base/1": I/O error', '디스크를 확인해 주세요'],
  ['PANIC:  could not locate a valid checkpoint record', '백업에서 복원해 주세요'],
])('describeFatalError gives advice for %s', (line, advice) => {
  expect(describeFatalError(line)).toContain(advice);
  expect(describeFatalError(line)).toContain(line);
});

it('the maintenance vacuums dead rows and shortens the write-ahead log by a checkpoint', async () => {
  const busy = join(folder, 'busy');
  await cp(template, busy, { recursive: true });
  const client = await openPgliteDir(busy);
  const measure = async () => {
    const { rows } = await client.query<{ log: number; dead: number }>(
      `select (pg_current_wal_lsn() - redo_lsn)::float8 as log,
        (select n_dead_tup::int from pg_stat_user_tables where relname = 'bulk') as dead
      from pg_control_checkpoint()`,
    );
    return rows[0] ?? { log: -1, dead: -1 };
  };
  const MEBIBYTE = 1024 * 1024;
  await client.exec('create table bulk as select i from generate_series(1, 20000) i');
  await client.exec('update bulk set i = i + 1');
  // Statistics are flushed once a second by default.
  await client.exec('select pg_stat_force_next_flush()');
  const before = await measure();
  await runMaintenance(client, MEBIBYTE);
  const after = await measure();
  await client.close();
  expect(before.log).toBeGreaterThan(MEBIBYTE);
  expect(after.log).toBeLessThan(MEBIBYTE);
  expect(before.dead).toBe(20_000);
  expect(after.dead).toBe(0);
});

it('the event loop runs between queued statements, so that connections are accepted', async () => {
  const database = await openPglite(dataDir, template);
  let done = 0;
  const seen = new Set<number>();
  const runStatement = async (db: Pick<typeof database.db, 'execute'>): Promise<void> => {
    await db.execute(sql`select 1`);
    done += 1;
  };
  const statements = Array.from({ length: 6 }, (_, index) =>
    index % 2 === 0 ? runStatement(database.db) : database.db.transaction(runStatement),
  );
  while (done < statements.length) {
    await nextTick();
    seen.add(done);
  }
  await Promise.all(statements);
  expect([...seen]).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6]));
  await database.close();
});

it('a database folder with foreign files is rejected and left unchanged', async () => {
  const other = join(folder, 'other');
  await mkdir(join(other, 'db'), { recursive: true });
  await writeFile(join(other, 'db/notes.txt'), 'mine');
  await expect(openPglite(other, template)).rejects.toThrow(/데이터베이스가 아닌 파일/);
  expect(await readFile(join(other, 'db/notes.txt'), 'utf8')).toBe('mine');
  expect(await readdir(other)).toEqual(['db']);
});

it('a partially created database folder is created again', async () => {
  const interrupted = join(folder, 'interrupted');
  await mkdir(join(interrupted, 'db.new/base'), { recursive: true });
  const database = await openPglite(interrupted, template);
  expect(await countMembers(database)).toBe(0);
  await database.close();
  await expect(access(join(interrupted, 'db.new'))).rejects.toThrow(/ENOENT/);
});

it('the database is created without a template when the template has other migrations', async () => {
  const stale = join(folder, 'stale');
  await cp(template, stale, { recursive: true });
  await writeFile(join(stale, 'migrations.sha256'), 'others');
  const database = await openPglite(join(folder, 'bare'), stale);
  expect(await migrate(database)).toBeGreaterThan(0);
  expect(await countMembers(database)).toBe(0);
  await database.close();
});

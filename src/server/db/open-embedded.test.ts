import { fsyncSync } from 'node:fs';
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, it, vi } from 'vitest';
import { migrate } from './migrate.ts';
import { openEmbedded } from './open-embedded.ts';
import { buildTemplate } from './template.ts';

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  return { ...fs, fsyncSync: vi.fn(fs.fsyncSync) };
});

const folder = await mkdtemp(join(tmpdir(), 'sajingwan-durable-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const template = join(folder, 'template');
await buildTemplate(template);
const dataDir = join(folder, 'data');
const countOf = async (database: Awaited<ReturnType<typeof openEmbedded>>): Promise<number> => {
  const { rows } = await database.db.execute<{ count: number }>(
    sql`select count(*)::int as count from members`,
  );
  return rows[0]?.count ?? -1;
};

it('syncs every commit to the disk', async () => {
  const database = await openEmbedded(dataDir, template);
  vi.mocked(fsyncSync).mockClear();
  for (let count = 1; count <= 5; count += 1) {
    await database.db.execute(sql`insert into members (name) values ('김사진')`);
    expect(vi.mocked(fsyncSync).mock.calls.length).toBeGreaterThanOrEqual(count);
  }
  await database.close();
});

it('finds its rows again, and nothing left to migrate', async () => {
  const database = await openEmbedded(dataDir, template);
  expect(await migrate(database)).toBe(0);
  expect(await countOf(database)).toBe(5);
  await database.close();
});

it('belongs to one process at a time', async () => {
  const database = await openEmbedded(dataDir, template);
  await expect(openEmbedded(dataDir, template)).rejects.toThrow(/이미 이 자료 폴더를 쓰고 있습니다/);
  await database.close();
});

it.each([
  ['a process that is gone', { pid: 4_194_304, began: '1' }],
  ['another program under the same process id', { pid: process.pid, began: 'another time' }],
])('takes over the lock of %s', async (_, owner) => {
  await writeFile(join(dataDir, 'lock'), JSON.stringify(owner));
  const database = await openEmbedded(dataDir, template);
  expect(await countOf(database)).toBe(5);
  await database.close();
});

it('makes a half-made folder anew', async () => {
  const interrupted = join(folder, 'interrupted');
  await mkdir(join(interrupted, 'db.new/base'), { recursive: true });
  const database = await openEmbedded(interrupted, template);
  expect(await countOf(database)).toBe(0);
  await database.close();
  await expect(access(join(interrupted, 'db.new'))).rejects.toThrow(/ENOENT/);
});

it('creates the database itself where the build left no template', async () => {
  const database = await openEmbedded(join(folder, 'bare'), join(folder, 'no-template'));
  expect(await migrate(database)).toBeGreaterThan(0);
  expect(await countOf(database)).toBe(0);
  await database.close();
});

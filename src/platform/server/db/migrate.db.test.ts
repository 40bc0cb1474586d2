import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '#test/test-database.ts';
import { migrate } from './migrate.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const writeMigrations = async (files: Record<string, string>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sajingwan-migrations-'));
  for (const [name, statements] of Object.entries(files)) await writeFile(join(folder, name), statements);
  return folder;
};
const tableExists = async (name: string): Promise<boolean> => {
  const { rows } = await database.db.execute<{ oid: string | null }>(
    sql`select to_regclass(${name})::text as oid`,
  );
  return rows[0]?.oid !== null;
};

it('migrate applies nothing to a migrated database', async () => expect(await migrate(database)).toBe(0));

it('a migration that fails halfway is rolled back', async () => {
  const folder = await writeMigrations({ '9001-broken.sql': 'create table half (a int); select 1/0;' });
  await expect(migrate(database, folder)).rejects.toThrow(/division by zero/);
  expect(await tableExists('half')).toBe(false);
});

it('concurrent instances apply a migration once', async () => {
  const folder = await writeMigrations({ '9002-whole.sql': 'create table whole (a int);' });
  const applied = await Promise.all([
    migrate(database, folder),
    migrate(database, folder),
    migrate(database, folder),
  ]);
  expect(applied.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await tableExists('whole')).toBe(true);
});

it('a program refuses a database that a newer version has migrated', async () => {
  await expect(migrate(database)).rejects.toThrow(
    /^더 새로운 버전의 프로그램이 사용하던 데이터베이스입니다\. 그 버전으로 실행하거나, 지금 버전에서 만든 백업을 복원해 주세요\.$/,
  );
});

it('migrate rejects a database with another schema without changing it', async () => {
  const folder = await writeMigrations({
    '9002-whole.sql': 'create table whole (a int, b int);',
    '9003-later.sql': 'create table later (a int);',
  });
  await expect(migrate(database, folder)).rejects.toThrow(
    /^데이터베이스의 테이블 구조가 이 프로그램과 다릅니다\(9002-whole\.sql\)\. 이 데이터베이스를 사용하던 버전으로 실행해 주세요\.$/,
  );
  expect(await tableExists('later')).toBe(false);
});

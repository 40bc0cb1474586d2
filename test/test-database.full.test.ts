import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { loginLog, members } from '#core/auth/server/tables.ts';
import type { Db } from '#platform/server/db/database.ts';
import { createTestDatabase } from './test-database.ts';

const insertLine = (db: Db) =>
  db
    .insert(loginLog)
    .values({ outcome: 'FAILURE', ip: '203.0.113.1', userAgent: 'test', occurredAt: new Date() })
    .returning({ id: loginLog.id });
const nameOf = async (db: Db, query: string): Promise<string | null | undefined> => {
  const { rows } = await db.execute<{ name: string | null }>(sql.raw(query));
  return rows[0]?.name;
};
const TABLE = `select to_regclass('left_behind')::text as name`;
const SETTINGS = `select count(*)::text as name from pg_db_role_setting`;
const ZONE = `select current_setting('timezone') as name`;

it('finds nothing of what stood in the one before, and counts anew', async () => {
  const first = await createTestDatabase();
  await first.db.insert(members).values({ name: '김사진' });
  await insertLine(first.db);
  await first.db.execute(sql`set timezone = 'Asia/Seoul'`);
  await first.close();
  const second = await createTestDatabase();
  expect(await second.db.select().from(members)).toEqual([]);
  expect(await insertLine(second.db)).toEqual([{ id: 1 }]);
  expect(await nameOf(second.db, ZONE)).toBe('UTC');
  await second.close();
});

it('has the tables as migrated, whatever was made of them before', async () => {
  const first = await createTestDatabase();
  await first.exec('create table left_behind (a int)');
  expect(await nameOf(first.db, TABLE)).toBe('left_behind');
  await first.close();
  const second = await createTestDatabase();
  expect(await nameOf(second.db, TABLE)).toBeNull();
  await second.close();
});

it('has the settings as migrated, whatever was set before', async () => {
  const first = await createTestDatabase();
  const name = await nameOf(first.db, 'select current_database() as name');
  await first.exec(`alter database ${name} set work_mem = '5MB'`);
  await first.close();
  const second = await createTestDatabase();
  expect(await nameOf(second.db, SETTINGS)).toBe('0');
  await second.close();
});

it('is out of reach once it is closed', async () => {
  const database = await createTestDatabase();
  await database.close();
  await expect(insertLine(database.db)).rejects.toThrow();
});

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#platform/server/db/database.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openDatabase } from '#platform/server/db/open-database.ts';
import { createLog } from '#platform/server/ports/log.ts';
import { runCli } from './run-cli.ts';

let dataDir = '';
let said = '';

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sajingwan-check-'));
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('DATABASE_URL', undefined);
  said = '';
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((line) => {
      said += String(line);
      return true;
    });
  }
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const openSite = async (work: (database: Database) => Promise<unknown>): Promise<void> => {
  const database = await openDatabase({ dataDir, log: createLog('silent') });
  await work(database);
  await database.close();
};
const check = async () => (await runCli(['photos:check'])) === 0;

test('photos:check fails for a folder without a site and does not change it', async () => {
  expect(await check()).toBe(false);
  expect(said).toContain(`데이터베이스가 없습니다. DATA_DIR가 이 사이트의 것인지 확인해 주세요: ${dataDir}`);
  expect(await readdir(dataDir)).toEqual([]);
});

test('photos:check reports a database of another version and does not change it', async () => {
  await openSite(async (database) => {
    await migrate(database);
    await database.exec(
      'delete from schema_migrations where version = (select max(version) from schema_migrations)',
    );
  });
  expect(await check()).toBe(false);
  expect(said).toContain('데이터베이스가 이 버전과 맞지 않습니다.');
});

test('photos:check passes for a site with intact photos', async () => {
  await openSite(migrate);
  expect(await check()).toBe(true);
  expect(said).toContain('사진 0장, 파일 0개를 확인했습니다.');
});

test('a command prints its usage for an unknown option', async () => {
  expect(await runCli(['photos:check', '--fix'])).toBe(1);
  expect(said).toContain('npm run photos:check -- --repair');
});

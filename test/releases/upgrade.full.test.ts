import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/postgres/open-postgres.ts';
import { DUMP, verifyArchive } from '#server/operations/backup/backup-archive.ts';
import { readDump } from '#server/operations/backup/export-database.ts';
import { importTables } from '#server/operations/backup/import-tables.ts';
import { findVersion } from '#server/operations/backup/restore-database.ts';
import { createLog } from '#server/ports/log.ts';
import { createServerDatabase } from '#test/servers/create-server-database.ts';
import { startServer } from '#test/servers/server-process.ts';
import type { ServerDatabase } from '#test/servers/server-database.ts';
import { readVisit, visitSite } from './site-visit.ts';
import type { VisitRecord } from './site-visit.ts';

const FOLDER = 'test/releases';
const releases = (await readdir(FOLDER)).filter((name) => name.endsWith('.tar.br'));

/** A data folder, a backup and the record of the visit that made them. */
const unpack = async (archive: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'sajingwan-upgrade-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const input = await promisify(brotliDecompress)(await readFile(join(FOLDER, archive)));
  const { status } = spawnSync('tar', ['--extract', '--directory', folder], { input });
  expect(status).toBe(0);
  const record = JSON.parse(await readFile(join(folder, 'visit.json'), 'utf8')) as VisitRecord;
  return { dataDir: join(folder, 'data'), backup: join(folder, 'backup'), record };
};

/** Starts this version on the data, finds the visit and makes another one. */
const expectWorkingSite = async (settings: Record<string, string>, record: VisitRecord): Promise<void> => {
  const server = await startServer({ ...settings, SAMPLE_CONTENT: 'false', LOG_LEVEL: 'warn' });
  const site = { url: server.url, dataDir: settings.DATA_DIR ?? '' };
  expect(await readVisit(site, record)).toEqual(record.visible);
  const next = await visitSite(site, record.owner);
  expect(next.visible.question).toEqual(record.visible.question);
  expect(await readVisit(site, record)).toEqual(record.visible);
  expect(await server.stop()).toBe(0);
};

/** An empty database of the test project's kind. */
const createEmptyDatabase = async (): Promise<ServerDatabase> => {
  const database = await createServerDatabase({ isEmpty: true });
  afterAll(() => database.remove());
  return database;
};

/** A PostgreSQL database with the tables and rows of the release. */
const loadOldDatabase = async (backup: string): Promise<Record<string, string>> => {
  const { settings } = await createEmptyDatabase();
  const database = await openPostgres(settings.DATABASE_URL ?? '', createLog('silent'));
  const { manifest } = await verifyArchive(backup);
  await migrate(database, undefined, (await findVersion(manifest)).last);
  await database.db.transaction((tx) => importTables(tx, readDump(join(backup, DUMP))));
  await database.close();
  return { DATABASE_URL: settings.DATABASE_URL ?? '' };
};

describe.each(releases)('an update from %s', (archive) => {
  it('keeps what its database and data folder hold', async () => {
    const { dataDir, backup, record } = await unpack(archive);
    const isEmbedded = inject('testDatabase').kind === 'embedded';
    const settings = isEmbedded ? {} : await loadOldDatabase(backup);
    await expectWorkingSite({ ...settings, DATA_DIR: dataDir }, record);
  });

  it('restores its backup', async () => {
    const { backup, record } = await unpack(archive);
    const { settings } = await createEmptyDatabase();
    const { status, stderr } = spawnSync(process.execPath, ['dist/server/cli.js', 'restore', backup], {
      env: { PATH: process.env.PATH, ...settings },
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    await expectWorkingSite(settings, record);
  });
});

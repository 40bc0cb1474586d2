import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { fillOlderMessages } from '#app/server/messages/fill-older-messages.ts';
import { DUMP, verifyBackup } from '#app/server/operations/backup/backup-format.ts';
import { readDump } from '#app/server/operations/backup/export-database.ts';
import { importTables } from '#app/server/operations/backup/import-tables.ts';
import { findVersion } from '#app/server/operations/backup/restore-database.ts';
import { withDatabase } from '#app/server/operations/open-database.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openPostgres } from '#platform/server/db/postgres/open-postgres.ts';
import { readEnv } from '#platform/server/env.ts';
import { createLog } from '#platform/server/ports/log.ts';
import { createServerDatabase } from '#test/servers/create-server-database.ts';
import type { ServerDatabase } from '#test/servers/server-database.ts';
import { startServer } from '#test/servers/server-process.ts';
import { keepStable, readFilledSite, resumeVisit, type FilledRecord } from './filled-site.ts';
import { listReleases, unpackRelease } from './release-archives.ts';
import { openSite, type Site } from './site-client.ts';
import { readVisit, visitSite, type VisitRecord } from './site-visit.ts';

const releases = await listReleases();
/** A filled site is read and visited in a few hundred requests. */
const TIMEOUT_MS = 300_000;
/** A code of the second factor is accepted once, and the release accepted one just after it was left. */
const RESUMED_AFTER_MS = 60_000;

/** Compares what a filled site shows with what the release showed. What passes is still there on the release's clock only. */
const expectFilledSite = async (
  site: Site,
  { seen, ...filled }: FilledRecord,
  isOnItsClock: boolean,
): Promise<void> => {
  const { passing, ...lasting } = await readFilledSite(site, filled);
  expect(lasting).toMatchObject({ lasting: keepStable(seen.lasting), files: seen.files });
  if (!isOnItsClock) return;
  expect(passing).toMatchObject(seen.passing);
  await resumeVisit(site, filled);
};

/**
 * Starts this version on the data, finds the visit and makes another one. `isOnItsClock`: a minute after the release was left,
 * instead of now.
 */
const expectWorkingSite = async (
  env: Record<string, string>,
  record: VisitRecord,
  isOnItsClock = false,
): Promise<void> => {
  const { filled } = record;
  const offset =
    isOnItsClock && filled !== undefined ? Date.parse(filled.leftAt) + RESUMED_AFTER_MS - Date.now() : 0;
  const server = await startServer({
    ...env,
    NODE_OPTIONS: `--import=${resolve('test/servers/shift-clock.js')}`,
    CLOCK_OFFSET_MS: String(offset),
    SAMPLE_CONTENT: 'false',
    LOG_LEVEL: 'warn',
  });
  const site = openSite(server.url, env.DATA_DIR ?? '', offset);
  expect(await readVisit(site, record)).toEqual(record.visible);
  if (filled !== undefined) await expectFilledSite(site, filled, isOnItsClock);
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
  const { env } = await createEmptyDatabase();
  const database = await openPostgres(env.DATABASE_URL ?? '', createLog('silent'));
  const { manifest } = await verifyBackup(backup);
  await migrate(database, undefined, (await findVersion(manifest)).last);
  await database.db.transaction((tx) => importTables(tx, readDump(join(backup, DUMP))));
  await database.close();
  return { DATABASE_URL: env.DATABASE_URL ?? '' };
};

describe.each(releases)('an update from %s', { timeout: TIMEOUT_MS }, (release) => {
  it('keeps what its database and data folder hold', async () => {
    const { dataDir, backup, record } = await unpackRelease(release);
    const isEmbedded = inject('testDatabase').kind === 'embedded';
    const env = isEmbedded ? {} : await loadOldDatabase(backup);
    await expectWorkingSite({ ...env, DATA_DIR: dataDir }, record, isEmbedded);
  });

  it('gives their values to its unsent messages', async () => {
    const { dataDir, backup } = await unpackRelease(release);
    const isEmbedded = inject('testDatabase').kind === 'embedded';
    const env = isEmbedded ? {} : await loadOldDatabase(backup);
    const rows = await withDatabase(readEnv({ ...env, DATA_DIR: dataDir }), async ({ db, clock }) => {
      await fillOlderMessages({ db, clock });
      const found = await db.execute<{ state: string; said: string; meeting: string }>(sql`
        select notifications.state, "values" ->> '일시' as said,
          to_char(reservations.date, 'FMMM월 FMDD일') || '(' || substr('일월화수목금토', extract(dow from reservations.date)::int + 1, 1) || ') '
            || case when slot < '12' then '오전' else '오후' end || ' ' || (left(slot, 2)::int + 11) % 12 + 1 || '시' as meeting
        from notifications join reservations on reservations.id = reservation_id
        where notifications.state in ('QUEUED', 'UNKNOWN', 'FAILED')`);
      return found.rows;
    });
    if (release !== 'v0.1.0') expect(rows.map(({ state }) => state)).toContain('QUEUED');
    for (const { said, meeting } of rows) expect(said).toBe(meeting);
  });

  it('restores its backup', async () => {
    const { backup, record } = await unpackRelease(release);
    const { env } = await createEmptyDatabase();
    const { status, stderr } = spawnSync(process.execPath, ['dist/server/cli.js', 'restore', backup], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    await expectWorkingSite(env, record);
  });
});

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, it, vi } from 'vitest';
import type { Db } from '#platform/server/db/database.ts';
import { openPglite } from '#platform/server/db/pglite/open-pglite.ts';
import { startServer } from '#test/servers/server-process.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'sajingwan-clock-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const DAY_MS = 24 * 3_600_000;
const aheadBy = (days: number) => ({
  NODE_OPTIONS: `--import=${resolve('test/servers/shift-clock.js')}`,
  CLOCK_OFFSET_MS: String(days * DAY_MS),
});
const ahead = aheadBy(6 * 366);
/** Starts the built server, waits for its first purge, and returns its log. */
const runOnce = async (env: Record<string, string> = {}): Promise<string> => {
  const server = await startServer({ DATA_DIR: dataDir, SAMPLE_CONTENT: 'false', ...env });
  await vi.waitFor(() => expect(server.output()).toContain('"event":"purge"'), 120_000);
  await server.stop();
  return server.output();
};

const visit = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
  const database = await openPglite(dataDir);
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
};
const insertRecords = (db: Db): Promise<unknown> =>
  db.execute(sql`
    with consent as (
      insert into legal_retention.consents (subject_hash, name, item, version, ip_address, agreed_at, since)
      values (sha256('member'), '홍길동', 'terms', '1', '203.0.113.1', now(), current_date)
    ), audit as (
      insert into admin_audit_log (admin_id, ip_address, action, target, occurred_at)
      values (gen_random_uuid(), '203.0.113.1', 'LIST_ADMINS', 'member', now())
    )
    insert into members (name, status, created_at) values ('', 'PENDING_SOCIAL', now())
  `);
const countRecords = (db: Db): Promise<unknown> =>
  db
    .execute(
      sql`select (select count(*)::int from legal_retention.consents) as consents,
        (select count(*)::int from admin_audit_log) as audits,
        (select count(*)::int from members where status = 'PENDING_SOCIAL') as pending`,
    )
    .then(({ rows }) => rows[0]);

it('a server whose clock is six years ahead deletes nothing until it has run for a day', async () => {
  await runOnce();
  await visit(insertRecords);

  expect(await runOnce(ahead)).toContain('purge_held');
  expect(await visit(countRecords)).toEqual({ consents: 1, audits: 1, pending: 1 });

  // The state after 24 hourly checks, the last one an hour ago.
  await visit((db) =>
    db.execute(
      sql`update retention_clock set steady_seconds = 23 * 3600, seen_at = seen_at - interval '1 hour 1 minute'`,
    ),
  );
  expect(await runOnce(ahead)).not.toContain('purge_held');
  expect(await visit(countRecords)).toEqual({ consents: 0, audits: 0, pending: 0 });
}, 300_000);

it('after a start with a clock 60 days ahead no backup is gone, and the next one is made', async () => {
  const env = { DATA_DIR: join(dataDir, 'backed-up'), BACKUP_DIR: join(dataDir, 'backups') };
  const listNames = async () =>
    (await readdir(env.BACKUP_DIR)).filter((name) => name.startsWith('sajingwan-'));
  expect(await runOnce(env)).toContain('"event":"backup","done":"created"');
  const [first] = await listNames();
  const output = await runOnce({ ...env, ...aheadBy(60) });
  expect(output).toContain('"event":"purge","done":"held"');
  expect(output).toContain('"event":"backup","done":"created"');
  expect(await listNames()).toContain(first);
  expect(await runOnce(env)).toContain('"event":"backup","done":"recent"');
  expect(await runOnce({ ...env, ...aheadBy(1) })).toContain('"event":"backup","done":"created"');
  expect(await listNames()).toHaveLength(3);
  expect(await listNames()).toContain(first);
}, 600_000);

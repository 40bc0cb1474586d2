import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { migrate } from '#platform/server/db/migrate.ts';
import { openPostgres } from '#platform/server/db/postgres/open-postgres.ts';
import { readEnv } from '#platform/server/env.ts';
import { createLog } from '#platform/server/ports/log.ts';
import { testIdentity } from '#test/factories/signed-in-users.ts';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import { checksumDump } from './dump-checksum.ts';
import { dumpFromServer } from './dump-studio.ts';
import { readDump } from './export-database.ts';

/** Longer than a statement of a request waits for a lock. */
const LOCKED_MS = 2_500;

const server = await startPostgresServer();
const folder = await mkdtemp(join(tmpdir(), 'sajingwan-dump-'));
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

it('the dump of a running server takes longer on a slow database instead of failing', async () => {
  const url = `${server.url}postgres`;
  const [database, other] = [
    await openPostgres(url, createLog('silent')),
    await openPostgres(url, createLog('silent')),
  ];
  await migrate(database);
  const file = join(folder, 'dump');
  const dump = dumpFromServer(readEnv({ ...testIdentity, DATABASE_URL: url, DATA_DIR: folder }), database);
  const dumping = await other.db.transaction(async (tx) => {
    await tx.execute(sql`lock table members`);
    const started = dump(file);
    // Handled below; a dump that fails now must not end the test as an unhandled rejection.
    started.catch(() => undefined);
    await sleep(LOCKED_MS);
    return { started };
  });
  expect(await dumping.started).toMatch(/^PostgreSQL \d/);
  const { tables } = await checksumDump(readDump(file));
  expect(Object.keys(tables)).toContain('public.members');
  await Promise.all([database.close(), other.close()]);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/postgres/open-postgres.ts';
import type { Database } from '#server/db/database.ts';
import { createLog } from '#server/ports/log.ts';
import { startServer } from '#test/servers/server-process.ts';
import { violationUnless, checkP99Goal, quantile, type Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers, chaosServerSettings } from '#tools/chaos/server-fixture.ts';
import {
  startSteadyLoad,
  findFailedResponses,
  checkRejectedRequestsGoal,
  formatStatuses,
  latenciesOf,
} from '#tools/chaos/steady-load.ts';

const RATE = 60;
const MEMBERS = 2_000;
const WARM_UP_MS = 1_500;
/** A long read of the tables to be changed, such as a report or a backup. */
const LONG_READ_MS = 4_000;
const MAX_WAIT_MS = 1_000;
const P99_GOAL_MS = 1_000;

/** Additive migrations as a release would have: the running version ignores the new columns. */
const EXPAND_MIGRATIONS: Readonly<Record<string, string>> = {
  '9001-expand-reservations.sql': `
alter table reservations add column expanded text not null default '';
alter table slot_claims add column expanded integer;`,
  '9002-expand-members.sql': `
alter table members add column expanded boolean not null default false;
create table expanded (id bigint generated always as identity primary key, member_id uuid references members (id) on delete cascade);`,
};

const holdReadLock = (database: Database): Promise<unknown> =>
  database.db.transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.execute(sql`select count(*) from reservations, members`);
    await sleep(LONG_READ_MS);
  });

export const onlineMigration: Scenario = {
  id: 'F-22',
  title: 'tables are migrated under load during a long read; the previous version then starts on them',
  environments: ['postgres, 2 servers'],
  run: async ({ createDatabase }) => {
    const database = await createDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'sajingwan-expand-'));
    const connection = await openPostgres(database.settings.DATABASE_URL ?? '', createLog('silent'));
    try {
      for (const [name, text] of Object.entries(EXPAND_MIGRATIONS)) await writeFile(join(folder, name), text);
      return await runWithServers({ database, servers: 2, members: MEMBERS }, async (fixture) => {
        const load = startSteadyLoad(fixture, RATE);
        await sleep(WARM_UP_MS);
        const reading = holdReadLock(connection);
        await sleep(200);
        const began = performance.now();
        const applied = await migrate(connection, folder);
        const took = performance.now() - began;
        await reading;
        await sleep(WARM_UP_MS);
        // A server that does not know the new columns, as after a rollback of a release.
        const replaced = fixture.servers[0];
        fixture.servers[0] = await startServer(chaosServerSettings(database));
        fixture.http.setServers(fixture.servers.map(({ url }) => url));
        const code = await replaced?.stop();
        await sleep(WARM_UP_MS);
        await load.stop();
        const times = latenciesOf(load.responses);
        const bookings = load.responses.filter(({ kind }) => kind === 'booking');
        const slowest = quantile(latenciesOf(bookings), 1);
        const bad = findFailedResponses(load.responses);
        return {
          summary: `${applied} migrations on tables in use took ${took.toFixed(0)} ms during a read of ${LONG_READ_MS} ms; ${times.length} requests meanwhile: ${formatStatuses(load.responses)}; the slowest booking ${slowest.toFixed(0)} ms; the previous version started on the new tables`,
          goals: [
            checkP99Goal('meanwhile', times, P99_GOAL_MS),
            checkRejectedRequestsGoal(load.responses),
            {
              text: `the slowest booking waited ${slowest.toFixed(0)} ms, goal < ${MAX_WAIT_MS} ms`,
              isMet: slowest < MAX_WAIT_MS,
            },
          ],
          violations: [
            ...violationUnless(
              applied === Object.keys(EXPAND_MIGRATIONS).length,
              `${applied} migrations were applied`,
            ),
            ...violationUnless(bad.length === 0, `${bad.length} requests failed: ${formatStatuses(bad)}`),
            ...violationUnless(code === 0, `the replaced server exited with ${code}`),
          ],
        };
      });
    } finally {
      await connection.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

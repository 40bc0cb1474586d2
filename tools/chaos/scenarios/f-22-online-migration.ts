import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '#platform/server/db/database.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openPostgres } from '#platform/server/db/postgres/open-postgres.ts';
import { createLog } from '#platform/server/ports/log.ts';
import { violationsOf, type Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers } from '#tools/chaos/server-fixture.ts';
import {
  checkLoad,
  createMixedLoad,
  formatStatuses,
  latenciesOf,
  startSteadyLoad,
} from '#tools/chaos/steady-load.ts';
import { atMost, quantile } from '#tools/goals.ts';

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
  title: 'tables are migrated during a long read while servers of the previous version keep serving',
  environments: ['postgres, 2 servers'],
  run: async ({ createDatabase }) => {
    const database = await createDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'sajingwan-expand-'));
    const connection = await openPostgres(database.env.DATABASE_URL ?? '', createLog('silent'));
    try {
      for (const [name, text] of Object.entries(EXPAND_MIGRATIONS)) await writeFile(join(folder, name), text);
      return await runWithServers({ database, servers: 2, members: MEMBERS }, async (fixture) => {
        const load = startSteadyLoad(createMixedLoad(fixture), RATE);
        await sleep(WARM_UP_MS);
        const reading = holdReadLock(connection);
        await sleep(200);
        const began = performance.now();
        const applied = await migrate(connection, folder);
        const took = performance.now() - began;
        await reading;
        await sleep(WARM_UP_MS);
        await load.stop();
        const { results } = load;
        const bookings = results.filter(({ kind }) => kind === 'booking');
        const { goals, violations } = checkLoad(results, P99_GOAL_MS);
        return {
          summary: `${applied} migrations on tables in use took ${took.toFixed(0)} ms during a read of ${LONG_READ_MS} ms; ${results.length} requests meanwhile: ${formatStatuses(results)}`,
          goals: [
            ...goals,
            atMost('the slowest booking', quantile(latenciesOf(bookings), 1), MAX_WAIT_MS, 'ms'),
          ],
          violations: [
            ...violations,
            ...violationsOf([
              applied === Object.keys(EXPAND_MIGRATIONS).length,
              `${applied} migrations were applied`,
            ]),
          ],
        };
      });
    } finally {
      await connection.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import type { Database } from '#server/db/connection.ts';
import { createLog } from '#server/log.ts';
import { startServer } from '#test/server-process.ts';
import { demand, judgeTimes, quantile } from '#test/torture/scenario.ts';
import type { Scenario } from '#test/torture/scenario.ts';
import { playScene, stormSettings } from '#test/torture/scene.ts';
import { applyLoad, findBroken, judgeRoom, tellStatuses, timesOf } from '#test/torture/steady-load.ts';

const RATE = 60;
const MEMBERS = 2_000;
const CALM = 1_500;
/** Somebody's long look at the table that is to be changed: a report, a backup. */
const LONG_LOOK = 4_000;
const LONGEST_WAIT = 1_000;
const P99_GOAL = 1_000;

/** As a release adds to tables that are in use: what the running version does not know does it no harm. */
const EXPANSIONS: Readonly<Record<string, string>> = {
  '9001-expand-reservations.sql': `
alter table reservations add column expanded text not null default '';
alter table slot_claims add column expanded integer;`,
  '9002-expand-members.sql': `
alter table members add column expanded boolean not null default false;
create table expanded (id bigint generated always as identity primary key, member_id uuid references members (id) on delete cascade);`,
};

const lookLong = (database: Database): Promise<unknown> =>
  database.db.transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.execute(sql`select count(*) from reservations, members`);
    await sleep(LONG_LOOK);
  });

export const migrateUnderLoad: Scenario = {
  id: 'F-22',
  title:
    'tables are changed while servers serve and somebody reads them for long; the version before starts on them',
  grounds: ['postgres, 2 servers'],
  run: async ({ place }) => {
    const database = await place();
    const folder = await mkdtemp(join(tmpdir(), 'sajingwan-expand-'));
    const own = await openPostgres(database.settings.DATABASE_URL ?? '', createLog('silent'));
    try {
      for (const [name, text] of Object.entries(EXPANSIONS)) await writeFile(join(folder, name), text);
      return await playScene({ database, servers: 2, members: MEMBERS }, async (scene) => {
        const load = applyLoad(scene, RATE);
        await sleep(CALM);
        const looking = lookLong(own);
        await sleep(200);
        const began = performance.now();
        const applied = await migrate(own, folder);
        const took = performance.now() - began;
        await looking;
        await sleep(CALM);
        // Knows nothing of the new columns: a release that is taken back.
        const before = scene.servers[0];
        scene.servers[0] = await startServer(stormSettings(database));
        scene.http.use(scene.servers.map(({ url }) => url));
        const code = await before?.stop();
        await sleep(CALM);
        await load.end();
        const times = timesOf(load.answers);
        const bookings = load.answers.filter(({ what }) => what === 'booking');
        const slowest = quantile(timesOf(bookings), 1);
        const bad = findBroken(load.answers);
        return {
          did: `${applied} migrations on tables in use took ${took.toFixed(0)} ms beside a look of ${LONG_LOOK} ms; ${times.length} requests meanwhile: ${tellStatuses(load.answers)}; the slowest booking ${slowest.toFixed(0)} ms; the version before started on the new tables`,
          goals: [
            judgeTimes('meanwhile', times, P99_GOAL),
            judgeRoom(load.answers),
            {
              text: `the slowest booking waited ${slowest.toFixed(0)} ms, goal < ${LONGEST_WAIT} ms`,
              isMet: slowest < LONGEST_WAIT,
            },
          ],
          faults: [
            ...demand(applied === Object.keys(EXPANSIONS).length, `${applied} migrations were applied`),
            ...demand(bad.length === 0, `${bad.length} requests failed: ${tellStatuses(bad)}`),
            ...demand(code === 0, `the server of before ended with ${code}`),
          ],
        };
      });
    } finally {
      await own.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

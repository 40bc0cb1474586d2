import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import { createDatabaseOn } from '#tools/chaos/environments.ts';
import { violationUnless, quantile } from '#tools/chaos/scenario.ts';
import type { Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers } from '#tools/chaos/server-fixture.ts';
import { bookableDates, runRandomClient } from '#tools/chaos/random-clients.ts';
import type { RunState } from '#tools/chaos/random-clients.ts';

const KILLS = 20;
const FEW_KILLS = 4;
const CLIENTS = 16;
const MEMBERS = 1_000;
const LOAD_MS = 700;
const DATES_PER_ROUND = 15;
const RECOVERY_GOAL_MS = 5_000;
/** Without these, an acknowledged booking may be lost in a crash, and the run would prove nothing. */
const DURABILITY_SETTINGS = ['fsync', 'synchronous_commit', 'full_page_writes'];

/** Milliseconds until the server, which was not restarted, is healthy again. */
const waitForServing = async (url: string): Promise<number> => {
  const began = performance.now();
  while (performance.now() - began < 4 * RECOVERY_GOAL_MS) {
    const isReady = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) break;
    await sleep(50);
  }
  return performance.now() - began;
};

export const postgresKill: Scenario = {
  id: 'F-04',
  title: 'kill -9 of all of PostgreSQL amid bookings',
  environments: ['postgres'],
  run: async (_ground, { say, isShort }) => {
    const kills = isShort ? FEW_KILLS : KILLS;
    const postgres = await startPostgresServer();
    try {
      return await runWithServers(
        { database: await createDatabaseOn(postgres), servers: 1, members: MEMBERS },
        async ({ workload, members, servers, database }) => {
          const loose = await database.withDb(async (db) => {
            const { rows } = await db.execute<{ name: string }>(
              sql`select name from pg_settings where name in ${DURABILITY_SETTINGS} and setting = 'on'`,
            );
            return DURABILITY_SETTINGS.filter((name) => !rows.some((row) => row.name === name));
          });
          const weather: RunState = { dates: [], isServing: true, isRunning: true };
          weather.dates = bookableDates(0, DATES_PER_ROUND);
          const raging = Promise.all(
            Array.from({ length: CLIENTS }, () => runRandomClient(workload, members, weather)),
          );
          const recoveries: number[] = [];
          for (let kill = 0; kill < kills; kill += 1) {
            weather.dates = bookableDates(kill * DATES_PER_ROUND, DATES_PER_ROUND);
            weather.isServing = true;
            await sleep(LOAD_MS + Math.random() * LOAD_MS);
            await postgres.kill();
            weather.isServing = false;
            await postgres.restart();
            recoveries.push(await waitForServing(servers[0]?.url ?? ''));
            if (kill % 5 === 4) say(`${kill + 1}/${kills} kills, ${workload.history.length} operations`);
          }
          weather.isServing = true;
          weather.isRunning = false;
          await raging;
          const slowest = quantile(recoveries, 1);
          return {
            did: `${kills} kills of PostgreSQL (${DURABILITY_SETTINGS.join(', ')} on) amid ${workload.history.length} operations; served again ${slowest.toFixed(0)} ms after it at most`,
            faults: [
              ...violationUnless(loose.length === 0, `not durable: ${loose.join(', ')} off`),
              ...violationUnless(
                slowest <= RECOVERY_GOAL_MS,
                `the server needed ${slowest.toFixed(0)} ms to serve again`,
              ),
            ],
          };
        },
      );
    } finally {
      await postgres.stop();
    }
  },
};

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import { readHealth } from '#tools/chaos/client.ts';
import { createDatabaseOn } from '#tools/chaos/environments.ts';
import { bookableDates, startRandomClients } from '#tools/chaos/random-clients.ts';
import { violationsOf, type Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers } from '#tools/chaos/server-fixture.ts';
import { quantile } from '#tools/goals.ts';

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
  while (performance.now() - began < 4 * RECOVERY_GOAL_MS && (await readHealth(url)) !== 200) await sleep(50);
  return performance.now() - began;
};

export const postgresKill: Scenario = {
  id: 'F-04',
  title: 'kill -9 of all PostgreSQL processes during bookings',
  environments: ['postgres'],
  run: async (_environment, { logProgress, isShort }) => {
    const kills = isShort ? FEW_KILLS : KILLS;
    const postgres = await startPostgresServer();
    try {
      return await runWithServers(
        { database: await createDatabaseOn(postgres), members: MEMBERS },
        async (fixture) => {
          const { workload, servers, database } = fixture;
          const disabledSettings = await database.withDb(async (db) => {
            const { rows } = await db.execute<{ name: string }>(
              sql`select name from pg_settings where name in ${DURABILITY_SETTINGS} and setting = 'on'`,
            );
            return DURABILITY_SETTINGS.filter((name) => !rows.some((row) => row.name === name));
          });
          const { state, stop } = startRandomClients(fixture, CLIENTS, bookableDates(0, 1));
          const recoveries: number[] = [];
          for (let kill = 0; kill < kills; kill += 1) {
            state.dates = bookableDates(kill * DATES_PER_ROUND, DATES_PER_ROUND);
            state.isServing = true;
            await sleep(LOAD_MS + Math.random() * LOAD_MS);
            await postgres.kill();
            state.isServing = false;
            await postgres.restart();
            recoveries.push(await waitForServing(servers[0]?.url ?? ''));
            if (kill % 5 === 4)
              logProgress(`${kill + 1}/${kills} kills, ${workload.history.length} operations`);
          }
          await stop();
          const slowest = quantile(recoveries, 1);
          return {
            summary: `${kills} kills of PostgreSQL (${DURABILITY_SETTINGS.join(', ')} on) during ${workload.history.length} operations; recovery took ${slowest.toFixed(0)} ms at most`,
            violations: violationsOf(
              [disabledSettings.length === 0, `not durable: ${disabledSettings.join(', ')} off`],
              [slowest <= RECOVERY_GOAL_MS, `recovery took ${slowest.toFixed(0)} ms`],
            ),
          };
        },
      );
    } finally {
      await postgres.stop();
    }
  },
};

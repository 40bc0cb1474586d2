import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { startPostgresServer } from '#test/postgres-server.ts';
import { placeOn } from '#test/torture/grounds.ts';
import { demand, quantile } from '#test/torture/scenario.ts';
import type { Scenario } from '#test/torture/scenario.ts';
import { playScene } from '#test/torture/scene.ts';
import { datesAhead, runClient } from '#test/torture/storm-clients.ts';
import type { Weather } from '#test/torture/storm-clients.ts';

const KILLS = 20;
const FEW_KILLS = 4;
const CLIENTS = 16;
const MEMBERS = 1_000;
const RAGE = 700;
const DATES_A_ROUND = 15;
const RECOVERY = 5_000;
/** Without them an acknowledged booking may be gone after a crash, so the run would prove nothing. */
const DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'];

/** Milliseconds until the server, which was never restarted, serves again. */
const waitForServing = async (url: string): Promise<number> => {
  const began = performance.now();
  while (performance.now() - began < 4 * RECOVERY) {
    const isReady = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) break;
    await sleep(50);
  }
  return performance.now() - began;
};

export const killPostgres: Scenario = {
  id: 'F-04',
  title: 'kill -9 of all of PostgreSQL amid bookings',
  grounds: ['postgres'],
  run: async (_ground, { say, isShort }) => {
    const kills = isShort ? FEW_KILLS : KILLS;
    const postgres = await startPostgresServer();
    try {
      return await playScene(
        { database: await placeOn(postgres), servers: 1, members: MEMBERS },
        async ({ storm, members, servers, database }) => {
          const loose = await database.visit(async (db) => {
            const { rows } = await db.execute<{ name: string }>(
              sql`select name from pg_settings where name in ${DURABLE} and setting = 'on'`,
            );
            return DURABLE.filter((name) => !rows.some((row) => row.name === name));
          });
          const weather: Weather = { dates: [], isServing: true, isRaging: true };
          weather.dates = datesAhead(0, DATES_A_ROUND);
          const raging = Promise.all(
            Array.from({ length: CLIENTS }, () => runClient(storm, members, weather)),
          );
          const recoveries: number[] = [];
          for (let kill = 0; kill < kills; kill += 1) {
            weather.dates = datesAhead(kill * DATES_A_ROUND, DATES_A_ROUND);
            weather.isServing = true;
            await sleep(RAGE + Math.random() * RAGE);
            await postgres.kill();
            weather.isServing = false;
            await postgres.restart();
            recoveries.push(await waitForServing(servers[0]?.url ?? ''));
            if (kill % 5 === 4) say(`${kill + 1}/${kills} kills, ${storm.history.length} operations`);
          }
          weather.isServing = true;
          weather.isRaging = false;
          await raging;
          const slowest = quantile(recoveries, 1);
          return {
            did: `${kills} kills of PostgreSQL (${DURABLE.join(', ')} on) amid ${storm.history.length} operations; served again ${slowest.toFixed(0)} ms after it at most`,
            faults: [
              ...demand(loose.length === 0, `not durable: ${loose.join(', ')} off`),
              ...demand(slowest <= RECOVERY, `the server needed ${slowest.toFixed(0)} ms to serve again`),
            ],
          };
        },
      );
    } finally {
      await postgres.stop();
    }
  },
};

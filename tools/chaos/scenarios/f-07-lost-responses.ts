import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTcpProxy } from '#test/servers/tcp-proxy.ts';
import { book } from '#tools/chaos/operations.ts';
import { bookableDates, slotsOn, startRandomClients } from '#tools/chaos/random-clients.ts';
import { allEnvironments, violationsOf, type Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers } from '#tools/chaos/server-fixture.ts';

const CLIENTS = 16;
const MEMBERS = 1_000;
const CUTS = 400;
const MAX_RUN_MS = 60_000;
/** Members who repeat a booking: concurrently with one key, with one key and another body, and without a key. */
const REPEATERS = 50;
const CONCURRENCY = 5;
const OTHER_DETAILS = { shootType: 'FOOD', desiredShootDate: '다른 날', location: '다른 곳' };

export const lostResponses: Scenario = {
  id: 'F-07',
  title: 'responses are lost after the commit and the requests are sent again',
  environments: allEnvironments,
  run: async ({ createDatabase, servers: count }) =>
    runWithServers(
      { database: await createDatabase(), servers: count, members: MEMBERS + REPEATERS },
      async ({ workload, http, members, servers }) => {
        const urls = servers.map(({ url }) => url);
        const proxies = await Promise.all(urls.map((url) => startTcpProxy(Number(new URL(url).port))));
        const countCuts = (): number => proxies.reduce((total, proxy) => total + proxy.countCuts(), 0);
        const users = members.slice(0, MEMBERS);
        try {
          http.setServers(proxies.map(({ port }) => `http://127.0.0.1:${port}`));
          for (const proxy of proxies) proxy.mode = 'cut';
          const clients = startRandomClients({ workload, members: users }, CLIENTS, bookableDates(0, 200));
          const began = performance.now();
          while (countCuts() < CUTS && performance.now() - began < MAX_RUN_MS) await sleep(10);
          await clients.stop();
        } finally {
          http.setServers(urls);
          await Promise.all(proxies.map((proxy) => proxy.close()));
        }

        const violations: string[] = [];
        const dateSlots = slotsOn(bookableDates(210, REPEATERS));
        for (const [index, member] of members.slice(MEMBERS).entries()) {
          const target = dateSlots[index] ?? { date: '', slot: '09-10' as const };
          const key = randomUUID();
          const same = await Promise.all(
            Array.from({ length: CONCURRENCY }, () => book(workload, member, { ...target, key })),
          );
          const [code] = same.map((operation) => operation.code);
          const withoutKey = await book(workload, member, target);
          // Not recorded: the checker requires that all requests with one key have the same body.
          const { status } = await workload.send({
            method: 'POST',
            path: '/api/reservation',
            token: await member.token(),
            idempotencyKey: key,
            body: { ...OTHER_DETAILS, date: target.date, time: target.slot },
          });
          violations.push(
            ...violationsOf(
              [
                same.every((one) => one.outcome === 'ok' && one.code === code),
                `one key ${CONCURRENCY} times at once: ${same.map((one) => one.code).join(', ')}`,
              ],
              [withoutKey.code === code, `repeated without a key: ${withoutKey.code} instead of ${code}`],
              [status === 422, `one key, another body: ${status} instead of 422`],
            ),
          );
        }
        return {
          summary: `${countCuts()} responses cut off; ${REPEATERS} members repeated their booking`,
          violations,
        };
      },
    ),
};

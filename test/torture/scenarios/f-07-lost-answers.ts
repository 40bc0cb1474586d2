import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { book } from '#test/torture/operations.ts';
import { allGrounds, demand } from '#test/torture/scenario.ts';
import type { Scenario } from '#test/torture/scenario.ts';
import { playScene } from '#test/torture/scene.ts';
import { datesAhead, placesOn, runClient } from '#test/torture/storm-clients.ts';
import type { Weather } from '#test/torture/storm-clients.ts';
import { startProxy } from '#test/torture/tcp-proxy.ts';

const CLIENTS = 16;
const MEMBERS = 1_000;
const CUTS = 400;
const LONGEST = 60_000;
/** Members who repeat themselves: with one key at once, with one key and another body, and without a key. */
const REPEATERS = 50;
const AT_ONCE = 5;

export const lostAnswers: Scenario = {
  id: 'F-07',
  title: 'answers lost after the commit, and the request sent again',
  grounds: allGrounds,
  run: async ({ place, servers: count }) =>
    playScene(
      { database: await place(), servers: count, members: MEMBERS + REPEATERS },
      async ({ storm, http, members, servers }) => {
        const urls = servers.map(({ url }) => url);
        const proxies = await Promise.all(urls.map((url) => startProxy(Number(new URL(url).port))));
        const countCuts = (): number => proxies.reduce((total, proxy) => total + proxy.cuts(), 0);
        const people = members.slice(0, MEMBERS);
        try {
          http.use(proxies.map(({ port }) => `http://127.0.0.1:${port}`));
          for (const proxy of proxies) proxy.mode = 'cut';
          const weather: Weather = { dates: datesAhead(0, 200), isServing: true, isRaging: true };
          const raging = Promise.all(
            Array.from({ length: CLIENTS }, () => runClient(storm, people, weather)),
          );
          const began = performance.now();
          while (countCuts() < CUTS && performance.now() - began < LONGEST) await sleep(10);
          weather.isRaging = false;
          await raging;
        } finally {
          http.use(urls);
          await Promise.all(proxies.map((proxy) => proxy.close()));
        }

        const faults: string[] = [];
        const places = placesOn(datesAhead(210, REPEATERS));
        for (const [index, member] of members.slice(MEMBERS).entries()) {
          const target = places[index] ?? { date: '', slot: '09-10' as const };
          const key = randomUUID();
          const same = await Promise.all(
            Array.from({ length: AT_ONCE }, () => book(storm, member, { ...target, key })),
          );
          const [code] = same.map((operation) => operation.code);
          faults.push(
            ...demand(
              same.every((one) => one.outcome === 'ok' && one.code === code),
              `one key ${AT_ONCE} times at once: ${same.map((one) => one.code).join(', ')}`,
            ),
          );
          const bare = await book(storm, member, target);
          faults.push(
            ...demand(bare.code === code, `repeated without a key: ${bare.code} instead of ${code}`),
          );
          // Not part of the history: a key stands for one body, which the checker takes for granted.
          const other = await storm.ask({
            method: 'POST',
            path: '/api/reservation',
            token: await member.token(),
            key,
            body: {
              shootType: 'FOOD',
              desiredShootDate: '다른 날',
              location: '다른 곳',
              date: target.date,
              time: target.slot,
            },
          });
          faults.push(
            ...demand(other.status === 422, `one key, another body: ${other.status} instead of 422`),
          );
        }
        return { did: `${countCuts()} answers cut off; ${REPEATERS} members repeated themselves`, faults };
      },
    ),
};

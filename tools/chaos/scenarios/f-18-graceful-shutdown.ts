import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '#test/servers/server-process.ts';
import { readHealth } from '#tools/chaos/client.ts';
import { violationsOf, type Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers } from '#tools/chaos/server-fixture.ts';
import { postSlowly } from '#tools/chaos/slow-request.ts';
import {
  checkLoad,
  createMixedLoad,
  findFailedResponses,
  startSteadyLoad,
} from '#tools/chaos/steady-load.ts';
import { atMost } from '#tools/goals.ts';

const ROUNDS = { full: 10, short: 4 };
const RATE = 200;
const MEMBERS = 2_000;
const WARM_UP_MS = 1_000;
const MAX_STOP_MS = 10_000;
const P99_GOAL_MS = 1_000;
/** Time that a load balancer needs to notice that the server is unhealthy. */
const SHUTDOWN_DELAY_S = 3;

/** Stops a server under load. It must report itself as unhealthy before it refuses connections. */
const stopOne = async (
  server: ServerProcess,
): Promise<{ code: number | null; took: number; health: number }> => {
  const began = performance.now();
  const stopping = server.stop();
  let health = 200;
  while (health === 200) health = await readHealth(server.url);
  const code = await stopping;
  return { code, took: performance.now() - began, health };
};

/** A request in flight at the signal must be answered with `connection: close`. */
const checkInFlightRequest = async (server: ServerProcess): Promise<string[]> => {
  const request = await postSlowly(server.url);
  const stopping = server.stop();
  await sleep(2_000);
  const response = await request.finish();
  const code = await stopping;
  return violationsOf(
    [response.startsWith('HTTP/1.1 400'), `the request in flight got: ${response.slice(0, 60)}`],
    [/^connection: close/im.test(response), 'a stopping server kept a connection alive'],
    [code === 0, `a stopped server exited with ${code}`],
  );
};

/** A second signal must end the server at once, even with a request in flight. */
const checkSecondSignal = async (server: ServerProcess): Promise<string[]> => {
  await postSlowly(server.url);
  const stopping = server.stop();
  await sleep(300);
  const isWaiting = server.exitReason() === null;
  const began = performance.now();
  process.kill(server.pid, 'SIGTERM');
  const code = await stopping;
  const took = performance.now() - began;
  return violationsOf(
    [isWaiting, 'the first signal ended the request in flight'],
    [code === 1 && took < 1_000, `after a second signal it exited with ${code} after ${took.toFixed(0)} ms`],
  );
};

export const gracefulShutdown: Scenario = {
  id: 'F-18',
  title: `SIGTERM of one server after another at ${RATE} requests a second`,
  environments: ['postgres, 2 servers'],
  run: async ({ createDatabase }, { isShort, logProgress }) => {
    const rounds = isShort ? ROUNDS.short : ROUNDS.full;
    const database = await createDatabase();
    const env = { STOP_NOTICE_SECONDS: String(SHUTDOWN_DELAY_S) };
    return runWithServers({ database, servers: 2, members: MEMBERS, env }, async (fixture) => {
      const { servers, start } = fixture;
      const stops: Awaited<ReturnType<typeof stopOne>>[] = [];
      const load = startSteadyLoad(createMixedLoad(fixture), RATE);
      const began = performance.now();
      try {
        await sleep(WARM_UP_MS);
        for (let round = 0; round < rounds; round += 1) {
          const index = round % 2;
          const [leaving, next] = [servers[index], await start()];
          if (leaving === undefined) continue;
          fixture.http.setServers([...servers, next].map(({ url }) => url));
          servers[index] = next;
          stops.push(await stopOne(leaving));
          logProgress(`${round + 1}/${rounds} restarts, ${load.results.length} requests`);
          fixture.http.setServers(servers.map(({ url }) => url));
        }
        const lasted = performance.now() - began;
        await load.stop();
        logProgress('one stop with a request in flight, one with a second signal');
        const { results } = load;
        // The shutdown limit of 10 s cuts off longer requests by design.
        const broken = findFailedResponses(results);
        const failed = broken.filter(({ milliseconds }) => milliseconds < MAX_STOP_MS);
        const { goals, violations } = checkLoad(results, P99_GOAL_MS, failed);
        const slowest = Math.max(...stops.map(({ took }) => took));
        return {
          summary: `${stops.length} rolling restarts during ${results.length} requests (${((results.length * 1_000) / lasted).toFixed(0)}/s), ${failed.length} failed; a stop took ${slowest.toFixed(0)} ms at most; one request in flight finished, one stop forced`,
          goals: [
            ...goals,
            // Idle connections are closed at the end, and a request may already be on its way on one.
            atMost('repeated bookings', results.filter(({ isRepeated }) => isRepeated).length, 0),
            atMost(`requests cut off after ${MAX_STOP_MS} ms`, broken.length - failed.length, 0),
          ],
          violations: [
            ...violations,
            ...stops.flatMap(({ code, health }) =>
              violationsOf(
                [code === 0, `a stopped server exited with ${code}`],
                [health === 503, `a stopping server reported health ${health}`],
              ),
            ),
            ...violationsOf([
              slowest <= MAX_STOP_MS + SHUTDOWN_DELAY_S * 1_000,
              `a stop took ${slowest.toFixed(0)} ms`,
            ]),
            ...(await checkInFlightRequest(await start())),
            ...(await checkSecondSignal(await start({ STOP_NOTICE_SECONDS: '0' }))),
          ],
        };
      } finally {
        await load.stop();
      }
    });
  },
};

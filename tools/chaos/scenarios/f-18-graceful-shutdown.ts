import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer, type ServerProcess } from '#test/servers/server-process.ts';
import { violationUnless, checkP99Goal, quantile, type Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers, chaosServerSettings } from '#tools/chaos/server-fixture.ts';
import {
  startSteadyLoad,
  findFailedResponses,
  checkRejectedRequestsGoal,
  formatStatuses,
  latenciesOf,
} from '#tools/chaos/steady-load.ts';

const ROUNDS = { full: 10, short: 4 };
const RATE = 200;
const MEMBERS = 2_000;
const WARM_UP_MS = 1_000;
const MAX_STOP_MS = 10_000;
const P99_GOAL_MS = 1_000;
/** Time that a load balancer needs to notice that the server is unhealthy. */
const SHUTDOWN_DELAY_S = 3;

const readHealth = async (url: string): Promise<number> =>
  fetch(`${url}/healthz`).then(
    ({ status }) => status,
    () => 0,
  );

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

/** Sends a request body in two halves, the second when `finish` is called. */
const postSlowly = async (server: ServerProcess): Promise<{ finish: () => Promise<string> }> => {
  const body = '{"loginId":"nobody","password":"password1"}';
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let response = '';
  socket.on('data', (chunk: Buffer) => (response += chunk.toString())).on('error', () => undefined);
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  const head = ['POST /api/auth/login HTTP/1.1', 'Host: a', 'Content-Type: application/json'];
  socket.write(`${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`);
  await sleep(100);
  return {
    finish: async () => {
      socket.write(body.slice(10));
      await closed;
      return response;
    },
  };
};

/** A request in flight at the signal must be answered with `connection: close`. */
const checkInFlightRequest = async (server: ServerProcess): Promise<string[]> => {
  const request = await postSlowly(server);
  const stopping = server.stop();
  await sleep(2_000);
  const response = await request.finish();
  const code = await stopping;
  return [
    ...violationUnless(
      response.startsWith('HTTP/1.1 400'),
      `the request in flight got: ${response.slice(0, 60)}`,
    ),
    ...violationUnless(/^connection: close/im.test(response), 'a stopping server kept a connection alive'),
    ...violationUnless(code === 0, `a stopped server exited with ${code}`),
  ];
};

/** A second signal must end the server at once, even with a request in flight. */
const checkSecondSignal = async (server: ServerProcess): Promise<string[]> => {
  await postSlowly(server);
  const stopping = server.stop();
  await sleep(300);
  const isWaiting = server.exitReason() === null;
  const began = performance.now();
  process.kill(server.pid, 'SIGTERM');
  const code = await stopping;
  const took = performance.now() - began;
  return [
    ...violationUnless(isWaiting, 'the first signal ended the request in flight'),
    ...violationUnless(
      code === 1 && took < 1_000,
      `after a second signal it exited with ${code} after ${took.toFixed(0)} ms`,
    ),
  ];
};

export const gracefulShutdown: Scenario = {
  id: 'F-18',
  title: `SIGTERM of one server after another at ${RATE} requests a second`,
  environments: ['postgres, 2 servers'],
  run: async ({ createDatabase }, { isShort, logProgress }) => {
    const rounds = isShort ? ROUNDS.short : ROUNDS.full;
    const database = await createDatabase();
    const settings = { STOP_NOTICE_SECONDS: String(SHUTDOWN_DELAY_S) };
    return runWithServers({ database, servers: 2, members: MEMBERS, settings }, async (fixture) => {
      const { servers } = fixture;
      const startOne = (own: Record<string, string> = {}): Promise<ServerProcess> =>
        startServer({ ...chaosServerSettings(database), ...settings, ...own });
      const stops: Awaited<ReturnType<typeof stopOne>>[] = [];
      const load = startSteadyLoad(fixture, RATE);
      const began = performance.now();
      try {
        await sleep(WARM_UP_MS);
        for (let round = 0; round < rounds; round += 1) {
          const index = round % 2;
          const [leaving, next] = [servers[index], await startOne()];
          if (leaving === undefined) continue;
          fixture.http.setServers([...servers, next].map(({ url }) => url));
          servers[index] = next;
          stops.push(await stopOne(leaving));
          logProgress(`${round + 1}/${rounds} restarts, ${load.responses.length} requests`);
          fixture.http.setServers(servers.map(({ url }) => url));
        }
        const lasted = performance.now() - began;
        await load.stop();
        const times = latenciesOf(load.responses);
        logProgress('one stop with a request in flight, one with a second signal');
        const broken = findFailedResponses(load.responses);
        // The shutdown limit of 10 s cuts off longer requests by design.
        const failures = broken.filter(({ milliseconds }) => milliseconds < MAX_STOP_MS);
        const cut = broken.length - failures.length;
        // Idle connections are closed at the end, and a request may already be on its way on one.
        const repeated = load.responses.filter(({ isRepeated }) => isRepeated).length;
        const slowest = quantile(
          stops.map(({ took }) => took),
          1,
        );
        const violations = [
          ...violationUnless(
            failures.length === 0,
            `${failures.length} requests failed: ${formatStatuses(failures)}`,
          ),
          ...stops.flatMap(({ code, health }) => [
            ...violationUnless(code === 0, `a stopped server exited with ${code}`),
            ...violationUnless(health === 503, `a stopping server reported health ${health}`),
          ]),
          ...violationUnless(
            slowest <= MAX_STOP_MS + SHUTDOWN_DELAY_S * 1_000,
            `a stop took ${slowest.toFixed(0)} ms`,
          ),
          ...(await checkInFlightRequest(await startOne())),
          ...(await checkSecondSignal(await startOne({ STOP_NOTICE_SECONDS: '0' }))),
        ];
        return {
          summary: `${stops.length} rolling restarts during ${times.length} requests (${((times.length * 1_000) / lasted).toFixed(0)}/s), ${failures.length} failed; a stop took ${slowest.toFixed(0)} ms at most; one request in flight finished, one stop forced`,
          goals: [
            checkP99Goal('during restarts', times, P99_GOAL_MS),
            checkRejectedRequestsGoal(load.responses),
            { text: `${repeated} bookings were repeated, goal 0`, isMet: repeated === 0 },
            {
              text: `${cut} requests took longer than ${MAX_STOP_MS} ms and were cut off, goal 0`,
              isMet: cut === 0,
            },
          ],
          violations,
        };
      } finally {
        await load.stop();
      }
    });
  },
};

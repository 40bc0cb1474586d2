import { readFile, readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { violationUnless, checkP99Goal, quantile, type Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers } from '#tools/chaos/server-fixture.ts';
import {
  startSteadyLoad,
  findFailedResponses,
  checkRejectedRequestsGoal,
  formatStatuses,
  latenciesOf,
} from '#tools/chaos/steady-load.ts';

const CONNECTIONS = { full: 10_000, short: 4_000 };
/** File descriptors for everything else that this process has open. */
const RESERVED_FILES = 1_000;
const CONCURRENCY = 200;
const RATE = 50;
const MEMBERS = 2_000;
/** The server's limit for headers; the slack covers its check interval and a busy machine. */
const HEADERS_TIMEOUT_MS = 10_000;
const TIMEOUT_SLACK_MS = 3_000;
const MAX_RUN_MS = 180_000;
const P99_GOAL_MS = 500;

const readLimit = async (): Promise<number> => {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 4_096);
};

const countFiles = async (pid: number): Promise<number> =>
  (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;

/** Opens a connection and sends nothing, or half of the headers. Resolves to the socket, or null if it failed. */
const openOne = (url: URL, index: number, closedAfterMs: number[]): Promise<Socket | null> =>
  new Promise((done) => {
    const socket = connect(Number(url.port), url.hostname);
    socket.once('error', () => done(null));
    socket.once('connect', () => {
      const began = performance.now();
      socket.once('close', () => closedAfterMs.push(performance.now() - began));
      if (index % 2 === 0) socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ');
      socket.resume();
      done(socket);
    });
  });

export const slowClients: Scenario = {
  id: 'F-20',
  title: `${CONNECTIONS.full} connections that send nothing or half of the headers`,
  environments: ['embedded', 'postgres'],
  run: async ({ createDatabase }, { isShort, logProgress }) => {
    const goal = isShort ? CONNECTIONS.short : CONNECTIONS.full;
    const database = await createDatabase();
    return runWithServers({ database, servers: 1, members: MEMBERS }, async (fixture) => {
      const [server] = fixture.servers;
      const url = new URL(server?.url ?? '');
      const before = await countFiles(server?.pid ?? 0);
      const wanted = Math.min(goal, (await readLimit()) - RESERVED_FILES);
      const closedAfterMs: number[] = [];
      const load = startSteadyLoad(fixture, RATE);
      const sockets: (Socket | null)[] = [];
      while (sockets.length < wanted)
        sockets.push(
          ...(await Promise.all(
            Array.from({ length: CONCURRENCY }, (_, index) => openOne(url, index, closedAfterMs)),
          )),
        );
      logProgress(`${sockets.length} connections, ${closedAfterMs.length} of them closed already`);
      const open = sockets.filter((socket) => socket !== null);
      const most = await countFiles(server?.pid ?? 0);
      const deadline = performance.now() + MAX_RUN_MS;
      while (closedAfterMs.length < open.length && performance.now() < deadline) await sleep(50);
      const left = open.length - closedAfterMs.length;
      for (const socket of open) socket.destroy();
      await load.stop();
      const after = await countFiles(server?.pid ?? 0);
      const slowest = quantile(closedAfterMs, 1);
      const bad = findFailedResponses(load.responses);
      return {
        summary: `${open.length} connections, ${most} files open in the server (${before} before, ${after} after); closed after ${quantile(closedAfterMs, 0).toFixed(0)} to ${slowest.toFixed(0)} ms; meanwhile ${load.responses.length} requests: ${formatStatuses(load.responses)}`,
        goals: [
          checkP99Goal('normal traffic', latenciesOf(load.responses), P99_GOAL_MS),
          checkRejectedRequestsGoal(load.responses),
          {
            text: `closed after ${slowest.toFixed(0)} ms at most, goal ≤ ${HEADERS_TIMEOUT_MS + TIMEOUT_SLACK_MS} ms`,
            isMet: slowest <= HEADERS_TIMEOUT_MS + TIMEOUT_SLACK_MS,
          },
          { text: `${open.length} connections, goal ${goal}`, isMet: open.length >= goal },
        ],
        violations: [
          ...violationUnless(
            open.length >= wanted * 0.99,
            `only ${open.length} of ${wanted} connections were accepted`,
          ),
          ...violationUnless(left === 0, `${left} connections were not closed`),
          ...violationUnless(bad.length === 0, `${bad.length} requests failed: ${formatStatuses(bad)}`),
        ],
      };
    });
  },
};

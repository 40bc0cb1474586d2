import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '#test/servers/free-port.ts';
import { startReverseProxy } from '#test/servers/reverse-proxy.ts';
import { startServer, type ServerProcess } from '#test/servers/server-process.ts';
import { createHttpClient } from './client.ts';
import type { Operation } from '#tools/chaos/checker/history.ts';
import { createWorkload, type Workload } from './operations.ts';
import type { SignedInUser } from '#test/factories/signed-in-users.ts';
import {
  bookableDates,
  findUnansweredBookings,
  runRandomClient,
  retryBookings,
  resolveUnknownOutcomes,
  type RunState,
} from './random-clients.ts';

export interface KillStormOptions {
  /** Environment variables of the server, such as its database and secret. */
  readonly settings: Record<string, string>;
  readonly members: readonly SignedInUser[];
  readonly kills: number;
  readonly clients: number;
  /** Two servers share one PostgreSQL behind the reverse proxy of `deploy/` and are killed in turn. */
  readonly servers: 1 | 2;
  /** Minimum milliseconds between two kills. */
  readonly minKillIntervalMs?: number;
  logProgress?(line: string): void;
}

export interface KillStormResult {
  readonly history: Operation[];
  /** Milliseconds until each started server was ready. */
  readonly readyAfterMs: readonly number[];
}

const DATES_PER_ROUND = 30;
/**
 * A kill follows after a random number of responses. Counting responses instead of time keeps the load equal on slow machines.
 */
const RESPONSES_BEFORE_KILL = { min: 10, max: 120 };
const MAX_EXTRA_DELAY_MS = 40;
const MAX_ROUND_MS = 10_000;

/** Each round uses its own dates, so that clients meet free and taken slots in every round. */
const datesOf = (round: number): string[] =>
  bookableDates((round * DATES_PER_ROUND) % (360 - DATES_PER_ROUND), DATES_PER_ROUND);

const waitForKill = async ({ history }: Workload, minIntervalMs: number): Promise<void> => {
  const targetLength = history.length + randomInt(RESPONSES_BEFORE_KILL.min, RESPONSES_BEFORE_KILL.max);
  const began = performance.now();
  while (history.length < targetLength && performance.now() - began < MAX_ROUND_MS) await sleep(1);
  await sleep(Math.max(0, minIntervalMs - (performance.now() - began)) + randomInt(MAX_EXTRA_DELAY_MS));
};

/**
 * Clients book, hold, move and cancel without pause while servers are killed with SIGKILL and restarted. At the end, every
 * booking without a response is sent again with its key. Returns the history and the restart times.
 */
export const runKillStorm = async (options: KillStormOptions): Promise<KillStormResult> => {
  const { members, kills, clients, minKillIntervalMs = 0 } = options;
  const http = createHttpClient();
  const workload = createWorkload(http.send);
  const runState: RunState = { dates: datesOf(0), isServing: false, isRunning: true };
  const readyAfter: number[] = [];
  const servers: ServerProcess[] = [];
  const ports = await Promise.all(Array.from({ length: options.servers }, findFreePort));
  const startOne = async (index: number): Promise<void> => {
    servers[index] = await startServer({ ...options.settings, PORT: String(ports[index]) });
    readyAfter.push(servers[index].readyAfterMs);
    runState.isServing = true;
  };
  for (let index = 0; index < options.servers; index += 1) await startOne(index);
  const proxy = options.servers > 1 ? await startReverseProxy(ports) : undefined;
  http.setServers(proxy === undefined ? servers.map(({ url }) => url) : [proxy.url]);

  const clientRuns = Promise.all(
    Array.from({ length: clients }, () => runRandomClient(workload, members, runState)),
  );
  try {
    for (let round = 0; round < kills; round += 1) {
      runState.dates = datesOf(round);
      const unanswered = findUnansweredBookings(workload).filter((_, index) => index % 2 === 0);
      const retrying = retryBookings(workload, members, unanswered, 1);
      await waitForKill(workload, minKillIntervalMs);
      const victim = round % options.servers;
      runState.isServing = options.servers > 1;
      await servers[victim]?.kill();
      await retrying;
      await startOne(victim);
      if (round % 10 === 9)
        options.logProgress?.(`${round + 1}/${kills} kills, ${workload.history.length} operations`);
    }
    runState.isRunning = false;
    await clientRuns;
    await resolveUnknownOutcomes(workload, members, clients);
  } finally {
    runState.isRunning = false;
    http.close();
    await proxy?.stop();
    await Promise.all(servers.map((server) => server.stop()));
  }
  return { history: workload.history, readyAfterMs: readyAfter };
};

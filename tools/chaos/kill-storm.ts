import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '#test/servers/free-port.ts';
import { startReverseProxy } from '#test/servers/reverse-proxy.ts';
import { startServer } from '#test/servers/server-process.ts';
import type { ServerProcess } from '#test/servers/server-process.ts';
import { createHttpClient } from './client.ts';
import type { Operation } from '#tools/chaos/checker/history.ts';
import { createWorkload } from './operations.ts';
import type { Workload } from './operations.ts';
import type { SignedInUser } from '#test/factories/signed-in-users.ts';
import {
  bookableDates,
  findUnansweredBookings,
  runRandomClient,
  retryBookings,
  resolveUnknownOutcomes,
} from './random-clients.ts';
import type { RunState } from './random-clients.ts';

export interface KillStormOptions {
  /** Settings of the server: its database, its secret. */
  readonly settings: Record<string, string>;
  readonly members: readonly SignedInUser[];
  readonly kills: number;
  readonly clients: number;
  /** Two share one PostgreSQL, and die by turns behind the proxy of `deploy/`, which is all that clients know. */
  readonly servers: 1 | 2;
  /** At least so long between two kills, in milliseconds. */
  readonly minKillIntervalMs?: number;
  say?(line: string): void;
}

export interface KillStormResult {
  readonly history: Operation[];
  /** How long each server took until it served again, in milliseconds. */
  readonly readyAfterMs: readonly number[];
}

const DATES_PER_ROUND = 30;
/** A kill comes after so many answers, and a moment more: in answers, so that slow machines are stormed as hard. */
const RESPONSES_BEFORE_KILL = { min: 10, max: 120 };
const MAX_EXTRA_DELAY_MS = 40;
const MAX_ROUND_MS = 10_000;

/** Each round has dates of its own, so that free and taken slots are met in every one. */
const datesOf = (round: number): string[] =>
  bookableDates((round * DATES_PER_ROUND) % (360 - DATES_PER_ROUND), DATES_PER_ROUND);

const waitForKill = async ({ history }: Workload, pace: number): Promise<void> => {
  const enough = history.length + randomInt(RESPONSES_BEFORE_KILL.min, RESPONSES_BEFORE_KILL.max);
  const began = performance.now();
  while (history.length < enough && performance.now() - began < MAX_ROUND_MS) await sleep(1);
  await sleep(Math.max(0, pace - (performance.now() - began)) + randomInt(MAX_EXTRA_DELAY_MS));
};

/**
 * Clients book, hold, move and cancel as fast as they can while servers are killed with -9 and started again; at the end
 * every booking without an answer is sent once more with its key, twice. Answers all that was done and what came of it.
 */
export const runKillStorm = async (options: KillStormOptions): Promise<KillStormResult> => {
  const { members, kills, clients, minKillIntervalMs = 0 } = options;
  const http = createHttpClient();
  const workload = createWorkload(http.send);
  const weather: RunState = { dates: datesOf(0), isServing: false, isRunning: true };
  const readyAfter: number[] = [];
  const servers: ServerProcess[] = [];
  const ports = await Promise.all(Array.from({ length: options.servers }, findFreePort));
  const startOne = async (place: number): Promise<void> => {
    servers[place] = await startServer({ ...options.settings, PORT: String(ports[place]) });
    readyAfter.push(servers[place].readyAfterMs);
    weather.isServing = true;
  };
  for (let place = 0; place < options.servers; place += 1) await startOne(place);
  const front = options.servers > 1 ? await startReverseProxy(ports) : undefined;
  http.setServers(front === undefined ? servers.map(({ url }) => url) : [front.url]);

  const raging = Promise.all(
    Array.from({ length: clients }, () => runRandomClient(workload, members, weather)),
  );
  try {
    for (let round = 0; round < kills; round += 1) {
      weather.dates = datesOf(round);
      const impatient = findUnansweredBookings(workload).filter((_, index) => index % 2 === 0);
      const again = retryBookings(workload, members, impatient, 1);
      await waitForKill(workload, minKillIntervalMs);
      const victim = round % options.servers;
      weather.isServing = options.servers > 1;
      await servers[victim]?.kill();
      await again;
      await startOne(victim);
      if (round % 10 === 9)
        options.say?.(`${round + 1}/${kills} kills, ${workload.history.length} operations`);
    }
    weather.isRunning = false;
    await raging;
    await resolveUnknownOutcomes(workload, members, clients);
  } finally {
    weather.isRunning = false;
    http.close();
    await front?.stop();
    await Promise.all(servers.map((server) => server.stop()));
  }
  return { history: workload.history, readyAfterMs: readyAfter };
};

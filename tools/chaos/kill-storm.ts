import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startReverseProxy } from '#test/servers/reverse-proxy.ts';
import type { Workload } from './operations.ts';
import {
  bookableDates,
  findUnansweredBookings,
  retryBookings,
  startRandomClients,
} from './random-clients.ts';
import type { ServerFixture } from './server-fixture.ts';

export interface KillStormOptions {
  readonly kills: number;
  /** Minimum milliseconds between two kills. */
  readonly minKillIntervalMs?: number;
  logProgress?(line: string): void;
}

const CLIENTS = 16;
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
 * Clients book, hold, move and cancel without pause while the servers are killed in turn with SIGKILL and restarted; two are behind
 * the reverse proxy of `deploy/`. Resolves to the milliseconds until each restarted server was ready.
 */
export const runKillStorm = async (
  fixture: ServerFixture,
  { kills, minKillIntervalMs = 0, logProgress }: KillStormOptions,
): Promise<number[]> => {
  const { workload, members, servers, http, start } = fixture;
  const readyAfterMs: number[] = [];
  const ports = servers.map(({ url }) => new URL(url).port);
  const proxy = servers.length > 1 ? await startReverseProxy(ports.map(Number)) : undefined;
  const urls = servers.map(({ url }) => url);
  if (proxy !== undefined) http.setServers([proxy.url]);
  const clients = startRandomClients(fixture, CLIENTS, datesOf(0));
  try {
    for (let round = 0; round < kills; round += 1) {
      clients.state.dates = datesOf(round);
      const unanswered = findUnansweredBookings(workload).filter((_, index) => index % 2 === 0);
      const retrying = retryBookings(workload, members, unanswered, 1);
      await waitForKill(workload, minKillIntervalMs);
      const victim = round % servers.length;
      clients.state.isServing = servers.length > 1;
      await servers[victim]?.kill();
      await retrying;
      const restarted = await start({ PORT: ports[victim] ?? '' });
      servers[victim] = restarted;
      readyAfterMs.push(restarted.readyAfterMs);
      clients.state.isServing = true;
      if (round % 10 === 9)
        logProgress?.(`${round + 1}/${kills} kills, ${workload.history.length} operations`);
    }
  } finally {
    await clients.stop();
    http.setServers(urls);
    await proxy?.stop();
  }
  return readyAfterMs;
};

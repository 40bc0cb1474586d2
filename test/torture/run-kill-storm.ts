import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '#test/free-port.ts';
import { startFront } from '#test/front.ts';
import { startServer } from '#test/server-process.ts';
import type { ServerProcess } from '#test/server-process.ts';
import { createHttpAsk } from './ask.ts';
import type { Operation } from './history.ts';
import { createStorm } from './operations.ts';
import type { Storm } from './operations.ts';
import type { Person } from './people.ts';
import { datesAhead, findUnheard, runClient, sendAgain, settleAll } from './storm-clients.ts';
import type { Weather } from './storm-clients.ts';

export interface KillStormOptions {
  /** Settings of the server: its database, its secret. */
  readonly settings: Record<string, string>;
  readonly members: readonly Person[];
  readonly kills: number;
  readonly clients: number;
  /** Two share one PostgreSQL, and die by turns behind the proxy of `deploy/`, which is all that clients know. */
  readonly servers: 1 | 2;
  /** At least so long between two kills, in milliseconds. */
  readonly pace?: number;
  say?(line: string): void;
}

export interface KillStormOutcome {
  readonly history: Operation[];
  /** How long each server took until it served again, in milliseconds. */
  readonly readyAfter: readonly number[];
}

const DATES_A_ROUND = 30;
/** A kill comes after so many answers, and a moment more: in answers, so that slow machines are stormed as hard. */
const ANSWERS_BEFORE_KILL = { min: 10, max: 120 };
const LONGEST_MOMENT_MORE = 40;
const LONGEST_ROUND = 10_000;

/** Each round has dates of its own, so that free and taken slots are met in every one. */
const datesOf = (round: number): string[] =>
  datesAhead((round * DATES_A_ROUND) % (360 - DATES_A_ROUND), DATES_A_ROUND);

const waitForKill = async ({ history }: Storm, pace: number): Promise<void> => {
  const enough = history.length + randomInt(ANSWERS_BEFORE_KILL.min, ANSWERS_BEFORE_KILL.max);
  const began = performance.now();
  while (history.length < enough && performance.now() - began < LONGEST_ROUND) await sleep(1);
  await sleep(Math.max(0, pace - (performance.now() - began)) + randomInt(LONGEST_MOMENT_MORE));
};

/**
 * Clients book, hold, move and cancel as fast as they can while servers are killed with -9 and started again; at the end
 * every booking without an answer is sent once more with its key, twice. Answers all that was done and what came of it.
 */
export const runKillStorm = async (options: KillStormOptions): Promise<KillStormOutcome> => {
  const { members, kills, clients, pace = 0 } = options;
  const http = createHttpAsk();
  const storm = createStorm(http.ask);
  const weather: Weather = { dates: datesOf(0), isServing: false, isRaging: true };
  const readyAfter: number[] = [];
  const servers: ServerProcess[] = [];
  const ports = await Promise.all(Array.from({ length: options.servers }, findFreePort));
  const startOne = async (place: number): Promise<void> => {
    servers[place] = await startServer({ ...options.settings, PORT: String(ports[place]) });
    readyAfter.push(servers[place].readyAfter);
    weather.isServing = true;
  };
  for (let place = 0; place < options.servers; place += 1) await startOne(place);
  const front = options.servers > 1 ? await startFront(ports) : undefined;
  http.use(front === undefined ? servers.map(({ url }) => url) : [front.url]);

  const raging = Promise.all(Array.from({ length: clients }, () => runClient(storm, members, weather)));
  try {
    for (let round = 0; round < kills; round += 1) {
      weather.dates = datesOf(round);
      const impatient = findUnheard(storm).filter((_, index) => index % 2 === 0);
      const again = sendAgain(storm, members, impatient, 1);
      await waitForKill(storm, pace);
      const victim = round % options.servers;
      weather.isServing = options.servers > 1;
      await servers[victim]?.kill();
      await again;
      await startOne(victim);
      if (round % 10 === 9) options.say?.(`${round + 1}/${kills} kills, ${storm.history.length} operations`);
    }
    weather.isRaging = false;
    await raging;
    await settleAll(storm, members, clients);
  } finally {
    weather.isRaging = false;
    http.close();
    await front?.stop();
    await Promise.all(servers.map((server) => server.stop()));
  }
  return { history: storm.history, readyAfter };
};

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import { startTcpProxy } from '#test/servers/tcp-proxy.ts';
import { residentMegabytes } from '#tools/bench/harness/process-metrics.ts';
import { createDatabaseOn } from '#tools/chaos/environments.ts';
import { bookableDates, bookAnySlot, readAnyDate, startRandomClients } from '#tools/chaos/random-clients.ts';
import { violationsOf, type Scenario, type ScenarioResult } from '#tools/chaos/scenario.ts';
import { runWithServers, type ServerFixture } from '#tools/chaos/server-fixture.ts';
import { atMost, quantile } from '#tools/goals.ts';

const CLIENTS = 16;
const MEMBERS = 400;
const WARM_UP_MS = 1_000;
const PROBE_INTERVAL_MS = 250;
/** The server's limit for a request to an unresponsive database; the slack covers late timers of a busy machine. */
const REQUEST_TIMEOUT_MS = 3_000;
const TIMEOUT_SLACK_MS = 250;
const RECOVERY_GOAL_MS = 5_000;
const POOL_SIZE = 15;
const MEMORY_GROWTH_MB = 60;

interface Probe {
  readonly status: number;
  readonly milliseconds: number;
}

/** Starts one read and one booking per interval, whether or not earlier ones have completed. */
const probe = async (
  fixture: ServerFixture,
  dates: readonly string[],
  milliseconds: number,
): Promise<Probe[]> => {
  const waiting: Promise<Probe>[] = [];
  const time = async (work: Promise<number>): Promise<Probe> => {
    const began = performance.now();
    return { status: await work, milliseconds: performance.now() - began };
  };
  const write = async (): Promise<number> =>
    (await bookAnySlot(fixture, dates)).outcome === 'unknown' ? 503 : 201;
  for (let elapsed = 0; elapsed < milliseconds; elapsed += PROBE_INTERVAL_MS) {
    waiting.push(time(readAnyDate(fixture, dates)), time(write()));
    await sleep(PROBE_INTERVAL_MS);
  }
  return Promise.all(waiting);
};

/** Waits for ten bookings in a row that get a response. Resolves to the milliseconds until the first of them. */
const waitForRecovery = async (fixture: ServerFixture, dates: readonly string[]): Promise<number> => {
  const began = performance.now();
  let last = began;
  for (let good = 0; good < 10 && performance.now() - began < 4 * RECOVERY_GOAL_MS;) {
    good = (await bookAnySlot(fixture, dates)).outcome === 'unknown' ? 0 : good + 1;
    if (good === 1) last = performance.now();
  }
  return last - began;
};

const countConnections = async ({ database }: ServerFixture): Promise<number> =>
  database.withDb(async (db) => {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    return rows[0]?.count ?? 0;
  });

interface Outage {
  readonly name: string;
  readonly durationMs: number;
  begin(): void;
  end(): void;
}

/** Random load, then an unresponsive database, then recovery. */
const runUnresponsive = async (
  fixture: ServerFixture,
  { name, durationMs, begin, end }: Outage,
): Promise<Omit<ScenarioResult, 'history'>> => {
  const { servers } = fixture;
  const { state, stop } = startRandomClients(fixture, CLIENTS, bookableDates(0, 30));
  await sleep(WARM_UP_MS);
  const pid = servers[0]?.pid ?? 0;
  const memory = residentMegabytes(pid);
  begin();
  state.isServing = false;
  const probes = await probe(fixture, bookableDates(40, 60), durationMs - REQUEST_TIMEOUT_MS);
  end();
  const recovery = await waitForRecovery(fixture, bookableDates(100, 60));
  const growth = residentMegabytes(pid) - memory;
  state.isServing = true;
  await sleep(WARM_UP_MS);
  await stop();
  // Includes those of this tool's own pool on the database.
  const connections = await countConnections(fixture);

  const times = probes.map(({ milliseconds }) => milliseconds);
  const slowest = quantile(times, 1);
  // A busy server may answer 429 before it detects that the database is unresponsive.
  const rejected = probes.filter(({ status }) => status === 429).length;
  const others = probes.filter(({ status }) => status !== 503 && status !== 429).map(({ status }) => status);
  return {
    summary: `${name} for ${durationMs / 1_000} s: ${probes.length} requests waited ${slowest.toFixed(0)} ms at most (p50 ${quantile(times, 0.5).toFixed(0)}); recovered after ${recovery.toFixed(0)} ms, ${growth.toFixed(0)} MB more, ${connections} connections`,
    goals: [atMost('requests rejected by 429', rejected, 0)],
    violations: violationsOf(
      [
        slowest <= REQUEST_TIMEOUT_MS + TIMEOUT_SLACK_MS,
        `a request waited ${slowest.toFixed(0)} ms for the unresponsive database`,
      ],
      [others.length === 0, `requests got other statuses than 503: ${others.join(', ')}`],
      [recovery <= RECOVERY_GOAL_MS, `${recovery.toFixed(0)} ms passed until recovery`],
      [growth < MEMORY_GROWTH_MB, `the server grew by ${growth.toFixed(0)} MB`],
      [connections <= 2 * POOL_SIZE, `${connections} connections: more than the pools allow`],
    ),
  };
};

const pauseDatabase: Scenario = {
  id: 'F-05',
  title: 'PostgreSQL is paused for a while',
  environments: ['postgres'],
  run: async (_environment, { isShort }) => {
    const postgres = await startPostgresServer();
    try {
      const outage = {
        name: 'PostgreSQL paused',
        durationMs: isShort ? 12_000 : 30_000,
        begin: postgres.pause,
        end: postgres.resume,
      };
      const database = await createDatabaseOn(postgres);
      return await runWithServers({ database, members: MEMBERS }, (fixture) =>
        runUnresponsive(fixture, outage),
      );
    } finally {
      postgres.resume();
      await postgres.stop();
    }
  },
};

const blackHole: Scenario = {
  id: 'F-05',
  title: 'packets to PostgreSQL are dropped for a while, and open connections never recover',
  environments: ['postgres'],
  run: async ({ createDatabase }, { isShort }) => {
    const database = await createDatabase();
    const url = new URL(database.env.DATABASE_URL ?? '');
    const proxy = await startTcpProxy(Number(url.port));
    url.port = String(proxy.port);
    const outage = {
      name: 'packets dropped',
      durationMs: isShort ? 10_000 : 15_000,
      begin: () => void (proxy.mode = 'hole'),
      end: () => void (proxy.mode = 'pass'),
    };
    try {
      return await runWithServers(
        { database, members: MEMBERS, env: { DATABASE_URL: url.href } },
        (fixture) => runUnresponsive(fixture, outage),
      );
    } finally {
      await proxy.close();
    }
  },
};

export const unresponsiveDatabase: readonly Scenario[] = [pauseDatabase, blackHole];

import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { startPostgresServer } from '#test/postgres-server.ts';
import { placeOn } from '#test/torture/grounds.ts';
import { book } from '#test/torture/operations.ts';
import type { Storm } from '#test/torture/operations.ts';
import { demand, quantile } from '#test/torture/scenario.ts';
import type { Outcome, Scenario } from '#test/torture/scenario.ts';
import { playScene } from '#test/torture/scene.ts';
import type { Scene } from '#test/torture/scene.ts';
import { datesAhead, pick, placesOn, runClient } from '#test/torture/storm-clients.ts';
import type { Weather } from '#test/torture/storm-clients.ts';
import { startProxy } from '#test/torture/tcp-proxy.ts';

const PAUSE = { whole: 30_000, short: 12_000 };
const BLACK_HOLE = { whole: 15_000, short: 10_000 };
const CLIENTS = 16;
const MEMBERS = 400;
const CALM = 1_000;
const PROBES_EVERY = 250;
/** So long a request may wait for a database that says nothing, and the timers of a busy machine a little longer. */
const PATIENCE = 3_000;
const SLACK = 250;
const RECOVERY = 5_000;
const POOL = 10;
const MEMORY_GROWTH_MB = 60;

interface Probe {
  readonly status: number;
  readonly milliseconds: number;
}

/** One read and one booking each time, whether or not the last ones were answered. */
const probe = async (
  { storm, members }: Scene,
  dates: readonly string[],
  milliseconds: number,
): Promise<Probe[]> => {
  const waiting: Promise<Probe>[] = [];
  const time = async (work: () => Promise<number>): Promise<Probe> => {
    const began = performance.now();
    const status = await work();
    return { status, milliseconds: performance.now() - began };
  };
  const read = async (): Promise<number> =>
    (await storm.ask({ method: 'GET', path: `/api/reservation/booked-times?date=${pick(dates)}` })).status;
  const write = async (): Promise<number> => {
    const place = pick(placesOn(dates));
    const { outcome } = await book(storm, pick(members), { ...place, key: crypto.randomUUID() });
    return outcome === 'unknown' ? 503 : 201;
  };
  for (let elapsed = 0; elapsed < milliseconds; elapsed += PROBES_EVERY) {
    waiting.push(time(read), time(write));
    await sleep(PROBES_EVERY);
  }
  return Promise.all(waiting);
};

/** Until reads and bookings are answered again, ten in a row. */
const waitForRecovery = async (
  storm: Storm,
  { members }: Scene,
  dates: readonly string[],
): Promise<number> => {
  const began = performance.now();
  let last = began;
  for (let good = 0; good < 10 && performance.now() - began < 4 * RECOVERY;) {
    const { outcome } = await book(storm, pick(members), {
      ...pick(placesOn(dates)),
      key: crypto.randomUUID(),
    });
    good = outcome === 'unknown' ? 0 : good + 1;
    if (good === 1) last = performance.now();
  }
  return last - began;
};

const memoryOf = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024;
};

const countConnections = async ({ database }: Scene): Promise<number> =>
  database.visit(async (db) => {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    return rows[0]?.count ?? 0;
  });

interface Silence {
  readonly name: string;
  readonly lasts: number;
  begin(): void;
  end(): void;
}

/** A storm, then the database says nothing, then it is back. */
const endure = async (
  scene: Scene,
  { name, lasts, begin, end }: Silence,
): Promise<Omit<Outcome, 'history'>> => {
  const { storm, members, servers } = scene;
  const weather: Weather = { dates: datesAhead(0, 30), isServing: true, isRaging: true };
  const raging = Promise.all(Array.from({ length: CLIENTS }, () => runClient(storm, members, weather)));
  await sleep(CALM);
  const pid = servers[0]?.pid ?? 0;
  const memory = await memoryOf(pid);
  begin();
  weather.isServing = false;
  const probes = await probe(scene, datesAhead(40, 60), lasts - PATIENCE);
  end();
  const recovery = await waitForRecovery(storm, scene, datesAhead(100, 60));
  const growth = (await memoryOf(pid)) - memory;
  weather.isServing = true;
  await sleep(CALM);
  weather.isRaging = false;
  await raging;
  // The tool has a pool of its own on this database, of which one connection asks and others may idle.
  const connections = await countConnections(scene);

  const times = probes.map(({ milliseconds }) => milliseconds);
  const slowest = quantile(times, 1);
  // A busy machine may turn one away before it knows that the database is silent.
  const turnedAway = probes.filter(({ status }) => status === 429).length;
  const others = probes.filter(({ status }) => status !== 503 && status !== 429).map(({ status }) => status);
  return {
    did: `${name} for ${lasts / 1_000} s: ${probes.length} calls met it and waited ${slowest.toFixed(0)} ms at most (p50 ${quantile(times, 0.5).toFixed(0)}); back after ${recovery.toFixed(0)} ms, ${growth.toFixed(0)} MB more, ${connections} connections`,
    goals: [{ text: `${turnedAway} calls were turned away by 429, goal 0`, isMet: turnedAway === 0 }],
    faults: [
      ...demand(
        slowest <= PATIENCE + SLACK,
        `a request waited ${slowest.toFixed(0)} ms for a silent database`,
      ),
      ...demand(others.length === 0, `calls were answered otherwise than by 503: ${others.join(', ')}`),
      ...demand(recovery <= RECOVERY, `${recovery.toFixed(0)} ms passed until all was well again`),
      ...demand(growth < MEMORY_GROWTH_MB, `the server grew by ${growth.toFixed(0)} MB`),
      ...demand(connections <= 2 * POOL, `${connections} connections: more than the pools may have`),
    ],
  };
};

const pauseDatabase: Scenario = {
  id: 'F-05',
  title: 'PostgreSQL stands still for a while',
  grounds: ['postgres'],
  run: async (_ground, { isShort }) => {
    const postgres = await startPostgresServer();
    try {
      const silence = {
        name: 'PostgreSQL stopped',
        lasts: isShort ? PAUSE.short : PAUSE.whole,
        begin: postgres.pause,
        end: postgres.resume,
      };
      const database = await placeOn(postgres);
      return await playScene({ database, servers: 1, members: MEMBERS }, (scene) => endure(scene, silence));
    } finally {
      postgres.resume();
      await postgres.stop();
    }
  },
};

const blackHole: Scenario = {
  id: 'F-05',
  title: 'the way to PostgreSQL is a black hole for a while, and what was open then for ever',
  grounds: ['postgres'],
  run: async ({ place }, { isShort }) => {
    const database = await place();
    const url = new URL(database.settings.DATABASE_URL ?? '');
    const proxy = await startProxy(Number(url.port));
    url.port = String(proxy.port);
    const silence = {
      name: 'a black hole',
      lasts: isShort ? BLACK_HOLE.short : BLACK_HOLE.whole,
      begin: () => void (proxy.mode = 'hole'),
      end: () => void (proxy.mode = 'pass'),
    };
    try {
      return await playScene(
        { database, servers: 1, members: MEMBERS, settings: { DATABASE_URL: url.href } },
        (scene) => endure(scene, silence),
      );
    } finally {
      await proxy.close();
    }
  },
};

export const silences: readonly Scenario[] = [pauseDatabase, blackHole];

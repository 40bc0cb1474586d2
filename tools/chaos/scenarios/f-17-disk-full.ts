import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import type { PostgresServer } from '#test/servers/postgres-server.ts';
import { startServer } from '#test/servers/server-process.ts';
import { createDatabaseOn } from '#tools/chaos/environments.ts';
import { book } from '#tools/chaos/operations.ts';
import type { Workload } from '#tools/chaos/operations.ts';
import type { SignedInUser } from '#test/factories/signed-in-users.ts';
import { createPgliteServerDatabase } from '#test/servers/server-database.ts';
import { countOutcomes, violationUnless } from '#tools/chaos/scenario.ts';
import type { ScenarioResult, Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers, chaosServerSettings } from '#tools/chaos/server-fixture.ts';
import type { ServerFixture } from '#tools/chaos/server-fixture.ts';
import { canMountDisks, createSmallDisk } from '#tools/chaos/small-disk.ts';
import type { SmallDisk } from '#tools/chaos/small-disk.ts';
import { bookableDates, pickRandom, slotsOn, runRandomClient } from '#tools/chaos/random-clients.ts';
import type { RunState } from '#tools/chaos/random-clients.ts';

const MEGABYTES = 256;
const MEMBERS = 600;
const CLIENTS = 8;
const WARM_UP_MS = 2_000;
const LOAD_WHEN_FULL_MS = 300;
const FULL_MS = { whole: 15_000, short: 6_000 };
const PROBE_INTERVAL_MS = 50;
/** Minimum number of probes with bodies of maximum size, because a database has some spare room. */
const MIN_PROBES = 40;
const NOTES_CHARS = 1_500;
const RECOVERY_GOAL_MS = 10_000;

interface Seen {
  readonly reads: Map<number, number>;
  readonly writes: Map<string, number>;
}

const count = <K>(map: Map<K, number>, key: K): void => void map.set(key, (map.get(key) ?? 0) + 1);
const tell = (map: ReadonlyMap<number | string, number>): string =>
  [...map].map(([key, times]) => `${key} × ${times}`).join(', ');

/** Alternates reads and bookings while the disk is full. */
const probe = async (
  workload: Workload,
  members: readonly SignedInUser[],
  milliseconds: number,
  keepServing: () => Promise<void>,
): Promise<Seen> => {
  const seen: Seen = { reads: new Map(), writes: new Map() };
  const dates = bookableDates(100, 200);
  const until = performance.now() + milliseconds;
  for (let probes = 0; performance.now() < until || probes < MIN_PROBES; probes += 1) {
    await keepServing();
    const path = `/api/reservation/booked-times?date=${pickRandom(dates)}`;
    count(seen.reads, (await workload.send({ method: 'GET', path })).status);
    const notes = randomBytes(NOTES_CHARS / 2).toString('hex');
    const done = await book(workload, pickRandom(members), {
      ...pickRandom(slotsOn(dates)),
      key: randomUUID(),
      notes,
    });
    count(seen.writes, done.outcome === 'fail' ? (done.code ?? 'fail') : done.outcome);
    await sleep(PROBE_INTERVAL_MS);
  }
  return seen;
};

const waitForBooking = async (
  workload: Workload,
  members: readonly SignedInUser[],
  keepServing: () => Promise<void>,
): Promise<number> => {
  const began = performance.now();
  const places = slotsOn(bookableDates(310, 40));
  while (performance.now() - began < 4 * RECOVERY_GOAL_MS) {
    await keepServing();
    const { outcome } = await book(workload, pickRandom(members), {
      ...pickRandom(places),
      key: randomUUID(),
    });
    if (outcome === 'ok') break;
    await sleep(PROBE_INTERVAL_MS);
  }
  return performance.now() - began;
};

interface Watchman {
  /** Restarts a process that has ended, as a service manager does. */
  keepServing(): Promise<void>;
  restarts(): number;
}

const fillUp = async (
  { workload, members }: ServerFixture,
  disk: SmallDisk,
  { keepServing, restarts }: Watchman,
  full: number,
): Promise<Omit<ScenarioResult, 'history'>> => {
  const weather: RunState = { dates: bookableDates(0, 90), isServing: true, isRunning: true };
  const raging = Promise.all(
    Array.from({ length: CLIENTS }, () => runRandomClient(workload, members, weather)),
  );
  await sleep(WARM_UP_MS);
  await disk.fill();
  await sleep(LOAD_WHEN_FULL_MS);
  // Pauses the random clients: without responses they would retry without delay.
  weather.isServing = false;
  const seen = await probe(workload, members, full, keepServing);
  await disk.freeSpace();
  const recovery = await waitForBooking(workload, members, keepServing);
  weather.isServing = true;
  await sleep(WARM_UP_MS);
  weather.isRunning = false;
  await raging;
  const others = [...seen.reads.keys()].filter((status) => ![200, 429, 503, 0].includes(status));
  return {
    did: `no room for ${full / 1_000} s: looks ${tell(seen.reads)}; bookings ${tell(seen.writes)}; ${restarts()} restarts of what had ended; booked again ${recovery.toFixed(0)} ms after there was room (${Object.values(countOutcomes(workload.history)).reduce((sum, n) => sum + n, 0)} operations)`,
    faults: [
      ...violationUnless(others.length === 0, `looks were answered by ${others.join(', ')}`),
      ...violationUnless(
        (seen.writes.get('unknown') ?? 0) > 0,
        'every booking found room: the disk was not full',
      ),
      ...violationUnless(
        recovery <= RECOVERY_GOAL_MS,
        `${recovery.toFixed(0)} ms passed until a booking was made again`,
      ),
    ],
  };
};

const skippedResult: ScenarioResult = {
  did: 'NOT TRIED: only root on Linux can make a small disk',
  history: [],
  faults: [],
  goals: [{ text: 'tried', isMet: false }],
};

const embeddedFull: Scenario = {
  id: 'F-17',
  title: 'the disk of the data folder is full: embedded database, photos, messages, log',
  environments: ['embedded'],
  run: async (_ground, { isShort }) => {
    if (!canMountDisks()) return skippedResult;
    const disk = await createSmallDisk(MEGABYTES);
    try {
      const database = await createPgliteServerDatabase(undefined, disk.folder);
      return await runWithServers({ database, servers: 1, members: MEMBERS }, async (scene) => {
        let restarts = 0;
        const keepServing = async (): Promise<void> => {
          if ((scene.servers[0]?.exitReason() ?? null) === null) return;
          const next = await startServer(chaosServerSettings(database)).catch(() => null);
          if (next === null) return;
          restarts += 1;
          scene.servers[0] = next;
          scene.http.setServers([next.url]);
        };
        const watchman: Watchman = { keepServing, restarts: () => restarts };
        return fillUp(scene, disk, watchman, isShort ? FULL_MS.short : FULL_MS.whole);
      });
    } finally {
      await disk.remove();
    }
  },
};

const postgresFull: Scenario = {
  id: 'F-17',
  title: 'the disk of PostgreSQL is full, data and log',
  environments: ['postgres'],
  run: async (_ground, { isShort }) => {
    if (!canMountDisks()) return skippedResult;
    const disk = await createSmallDisk(MEGABYTES);
    let postgres: PostgresServer | undefined;
    try {
      const server = await startPostgresServer(['max_wal_size=48MB', 'min_wal_size=32MB'], disk.folder);
      postgres = server;
      const database = await createDatabaseOn(server);
      return await runWithServers({ database, servers: 1, members: MEMBERS }, (scene) => {
        let restarts = 0;
        const keepServing = async (): Promise<void> => {
          if (server.isRunning()) return;
          const isUp = await server.restart().then(
            () => true,
            () => false,
          );
          if (isUp) restarts += 1;
        };
        const watchman: Watchman = { keepServing, restarts: () => restarts };
        return fillUp(scene, disk, watchman, isShort ? FULL_MS.short : FULL_MS.whole);
      });
    } finally {
      await postgres?.stop();
      await disk.remove();
    }
  },
};

export const diskFull: readonly Scenario[] = [embeddedFull, postgresFull];

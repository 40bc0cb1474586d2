import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgresServer, type PostgresServer } from '#test/servers/postgres-server.ts';
import { startServer } from '#test/servers/server-process.ts';
import { createDatabaseOn } from '#tools/chaos/environments.ts';
import { book, type Workload } from '#tools/chaos/operations.ts';
import type { SignedInUser } from '#test/factories/signed-in-users.ts';
import { createPgliteServerDatabase } from '#test/servers/server-database.ts';
import { countOutcomes, violationUnless, type ScenarioResult, type Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers, chaosServerSettings, type ServerFixture } from '#tools/chaos/server-fixture.ts';
import { canMountDisks, createSmallDisk, type SmallDisk } from '#tools/chaos/small-disk.ts';
import {
  bookableDates,
  pickRandom,
  slotsOn,
  runRandomClient,
  type RunState,
} from '#tools/chaos/random-clients.ts';

const MEGABYTES = 256;
const MEMBERS = 600;
const CLIENTS = 8;
const WARM_UP_MS = 2_000;
const LOAD_WHEN_FULL_MS = 300;
const FULL_MS = { full: 15_000, short: 6_000 };
const PROBE_INTERVAL_MS = 50;
/** Minimum number of probes with bodies of maximum size, because a database has some spare room. */
const MIN_PROBES = 40;
const NOTES_CHARS = 1_500;
const RECOVERY_GOAL_MS = 10_000;

interface ProbeCounts {
  readonly reads: Map<number, number>;
  readonly writes: Map<string, number>;
}

const count = <K>(map: Map<K, number>, key: K): void => void map.set(key, (map.get(key) ?? 0) + 1);
const formatCounts = (map: ReadonlyMap<number | string, number>): string =>
  [...map].map(([key, times]) => `${key} × ${times}`).join(', ');

/** Alternates reads and bookings while the disk is full. */
const probe = async (
  workload: Workload,
  members: readonly SignedInUser[],
  milliseconds: number,
  restartIfStopped: () => Promise<void>,
): Promise<ProbeCounts> => {
  const counts: ProbeCounts = { reads: new Map(), writes: new Map() };
  const dates = bookableDates(100, 200);
  const until = performance.now() + milliseconds;
  for (let probes = 0; performance.now() < until || probes < MIN_PROBES; probes += 1) {
    await restartIfStopped();
    const path = `/api/reservation/booked-times?date=${pickRandom(dates)}`;
    count(counts.reads, (await workload.send({ method: 'GET', path })).status);
    const notes = randomBytes(NOTES_CHARS / 2).toString('hex');
    const done = await book(workload, pickRandom(members), {
      ...pickRandom(slotsOn(dates)),
      key: randomUUID(),
      notes,
    });
    count(counts.writes, done.outcome === 'fail' ? (done.code ?? 'fail') : done.outcome);
    await sleep(PROBE_INTERVAL_MS);
  }
  return counts;
};

const waitForBooking = async (
  workload: Workload,
  members: readonly SignedInUser[],
  restartIfStopped: () => Promise<void>,
): Promise<number> => {
  const began = performance.now();
  const dateSlots = slotsOn(bookableDates(310, 40));
  while (performance.now() - began < 4 * RECOVERY_GOAL_MS) {
    await restartIfStopped();
    const { outcome } = await book(workload, pickRandom(members), {
      ...pickRandom(dateSlots),
      key: randomUUID(),
    });
    if (outcome === 'ok') break;
    await sleep(PROBE_INTERVAL_MS);
  }
  return performance.now() - began;
};

interface ProcessSupervisor {
  /** Restarts a process that has ended, as a service manager does. */
  restartIfStopped(): Promise<void>;
  restarts(): number;
}

const fillUp = async (
  { workload, members }: ServerFixture,
  disk: SmallDisk,
  { restartIfStopped, restarts }: ProcessSupervisor,
  fullMs: number,
): Promise<Omit<ScenarioResult, 'history'>> => {
  const runState: RunState = { dates: bookableDates(0, 90), isServing: true, isRunning: true };
  const clientRuns = Promise.all(
    Array.from({ length: CLIENTS }, () => runRandomClient(workload, members, runState)),
  );
  await sleep(WARM_UP_MS);
  await disk.fill();
  await sleep(LOAD_WHEN_FULL_MS);
  // Pauses the random clients: without responses they would retry without delay.
  runState.isServing = false;
  const counts = await probe(workload, members, fullMs, restartIfStopped);
  await disk.freeSpace();
  const recovery = await waitForBooking(workload, members, restartIfStopped);
  runState.isServing = true;
  await sleep(WARM_UP_MS);
  runState.isRunning = false;
  await clientRuns;
  const others = [...counts.reads.keys()].filter((status) => ![200, 429, 503, 0].includes(status));
  return {
    summary: `disk full for ${fullMs / 1_000} s: reads ${formatCounts(counts.reads)}; bookings ${formatCounts(counts.writes)}; ${restarts()} restarts; first booking ${recovery.toFixed(0)} ms after space was freed (${Object.values(countOutcomes(workload.history)).reduce((sum, n) => sum + n, 0)} operations)`,
    violations: [
      ...violationUnless(others.length === 0, `reads got ${others.join(', ')}`),
      ...violationUnless(
        (counts.writes.get('unknown') ?? 0) > 0,
        'every booking succeeded: the disk was not full',
      ),
      ...violationUnless(
        recovery <= RECOVERY_GOAL_MS,
        `${recovery.toFixed(0)} ms passed until the first booking`,
      ),
    ],
  };
};

const skippedResult: ScenarioResult = {
  summary: 'SKIPPED: mounting a small disk requires root on Linux',
  history: [],
  violations: [],
  goals: [{ text: 'scenario was run', isMet: false }],
};

const embeddedFull: Scenario = {
  id: 'F-17',
  title: 'the disk of the data folder is full: embedded database, photos, messages, log',
  environments: ['embedded'],
  run: async (_environment, { isShort }) => {
    if (!canMountDisks()) return skippedResult;
    const disk = await createSmallDisk(MEGABYTES);
    try {
      const database = await createPgliteServerDatabase(undefined, disk.folder);
      return await runWithServers({ database, servers: 1, members: MEMBERS }, async (fixture) => {
        let restarts = 0;
        const restartIfStopped = async (): Promise<void> => {
          if ((fixture.servers[0]?.exitReason() ?? null) === null) return;
          const next = await startServer(chaosServerSettings(database)).catch(() => null);
          if (next === null) return;
          restarts += 1;
          fixture.servers[0] = next;
          fixture.http.setServers([next.url]);
        };
        const supervisor: ProcessSupervisor = { restartIfStopped, restarts: () => restarts };
        return fillUp(fixture, disk, supervisor, isShort ? FULL_MS.short : FULL_MS.full);
      });
    } finally {
      await disk.remove();
    }
  },
};

const postgresFull: Scenario = {
  id: 'F-17',
  title: 'the disk of PostgreSQL is full, data and WAL',
  environments: ['postgres'],
  run: async (_environment, { isShort }) => {
    if (!canMountDisks()) return skippedResult;
    const disk = await createSmallDisk(MEGABYTES);
    let postgres: PostgresServer | undefined;
    try {
      const server = await startPostgresServer(['max_wal_size=48MB', 'min_wal_size=32MB'], disk.folder);
      postgres = server;
      const database = await createDatabaseOn(server);
      return await runWithServers({ database, servers: 1, members: MEMBERS }, (fixture) => {
        let restarts = 0;
        const restartIfStopped = async (): Promise<void> => {
          if (server.isRunning()) return;
          const isUp = await server.restart().then(
            () => true,
            () => false,
          );
          if (isUp) restarts += 1;
        };
        const supervisor: ProcessSupervisor = { restartIfStopped, restarts: () => restarts };
        return fillUp(fixture, disk, supervisor, isShort ? FULL_MS.short : FULL_MS.full);
      });
    } finally {
      await postgres?.stop();
      await disk.remove();
    }
  },
};

export const diskFull: readonly Scenario[] = [embeddedFull, postgresFull];

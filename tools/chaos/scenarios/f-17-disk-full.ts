import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import { createPgliteServerDatabase } from '#test/servers/server-database.ts';
import { createDatabaseOn } from '#tools/chaos/environments.ts';
import { bookableDates, bookAnySlot, readAnyDate, startRandomClients } from '#tools/chaos/random-clients.ts';
import { formatCounts, violationsOf, type Scenario, type ScenarioResult } from '#tools/chaos/scenario.ts';
import { runWithServers, type ServerFixture } from '#tools/chaos/server-fixture.ts';
import { canMountDisks, createSmallDisk, type SmallDisk } from '#tools/chaos/small-disk.ts';
import { atMost } from '#tools/goals.ts';

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

interface Probes {
  readonly reads: number[];
  readonly writes: string[];
}

/** Alternates reads and bookings while the disk is full. */
const probe = async (
  fixture: ServerFixture,
  milliseconds: number,
  restartIfStopped: () => Promise<void>,
): Promise<Probes> => {
  const [reads, writes]: [number[], string[]] = [[], []];
  const dates = bookableDates(100, 200);
  const until = performance.now() + milliseconds;
  while (performance.now() < until || reads.length < MIN_PROBES) {
    await restartIfStopped();
    reads.push(await readAnyDate(fixture, dates));
    const done = await bookAnySlot(fixture, dates, randomBytes(NOTES_CHARS / 2).toString('hex'));
    writes.push(done.outcome === 'fail' ? (done.code ?? 'fail') : done.outcome);
    await sleep(PROBE_INTERVAL_MS);
  }
  return { reads, writes };
};

/** Resolves to the milliseconds until the first booking that succeeds. */
const waitForBooking = async (
  fixture: ServerFixture,
  restartIfStopped: () => Promise<void>,
): Promise<number> => {
  const began = performance.now();
  while (performance.now() - began < 4 * RECOVERY_GOAL_MS) {
    await restartIfStopped();
    if ((await bookAnySlot(fixture, bookableDates(310, 40))).outcome === 'ok') break;
    await sleep(PROBE_INTERVAL_MS);
  }
  return performance.now() - began;
};

interface FillingUp {
  readonly disk: SmallDisk;
  readonly isShort: boolean;
  /** The process whose disk is full, and its restart, as by a service manager. */
  isRunning(): boolean;
  restart(): Promise<void>;
}

const fillUp = async (
  fixture: ServerFixture,
  { disk, isShort, isRunning, restart }: FillingUp,
): Promise<Omit<ScenarioResult, 'history'>> => {
  const fullMs = isShort ? FULL_MS.short : FULL_MS.full;
  let restarts = 0;
  const restartIfStopped = async (): Promise<void> => {
    if (!isRunning())
      await restart().then(
        () => void (restarts += 1),
        () => undefined,
      );
  };
  const { state, stop } = startRandomClients(fixture, CLIENTS, bookableDates(0, 90));
  await sleep(WARM_UP_MS);
  await disk.fill();
  await sleep(LOAD_WHEN_FULL_MS);
  // Pauses the random clients: without responses they would retry without delay.
  state.isServing = false;
  const { reads, writes } = await probe(fixture, fullMs, restartIfStopped);
  await disk.freeSpace();
  const recovery = await waitForBooking(fixture, restartIfStopped);
  state.isServing = true;
  await sleep(WARM_UP_MS);
  await stop();
  const others = reads.filter((status) => ![200, 429, 503, 0].includes(status));
  return {
    summary: `disk full for ${fullMs / 1_000} s: reads ${formatCounts(reads)}; bookings ${formatCounts(writes)}; ${restarts} restarts; first booking ${recovery.toFixed(0)} ms after space was freed`,
    violations: violationsOf(
      [others.length === 0, `reads got ${others.join(', ')}`],
      [writes.includes('unknown'), 'every booking succeeded: the disk was not full'],
      [recovery <= RECOVERY_GOAL_MS, `${recovery.toFixed(0)} ms passed until the first booking`],
    ),
  };
};

/** Runs with a small disk, which requires root on Linux. */
const onSmallDisk =
  (work: (disk: SmallDisk, isShort: boolean) => Promise<ScenarioResult>): Scenario['run'] =>
  async (_environment, { isShort }) => {
    if (!canMountDisks())
      return {
        summary: 'SKIPPED: mounting a small disk requires root on Linux',
        history: [],
        violations: [],
        goals: [atMost('scenarios that were not run', 1, 0)],
      };
    const disk = await createSmallDisk(MEGABYTES);
    try {
      return await work(disk, isShort);
    } finally {
      await disk.remove();
    }
  };

const embeddedFull: Scenario = {
  id: 'F-17',
  title: 'the disk of the data folder is full: embedded database, photos, messages, log',
  environments: ['embedded'],
  run: onSmallDisk(async (disk, isShort) => {
    const database = await createPgliteServerDatabase(undefined, disk.folder);
    return runWithServers({ database, members: MEMBERS }, (fixture) =>
      fillUp(fixture, {
        disk,
        isShort,
        isRunning: () => fixture.servers[0]?.exitReason() === null,
        restart: async () => {
          const next = await fixture.start();
          fixture.servers[0] = next;
          fixture.http.setServers([next.url]);
        },
      }),
    );
  }),
};

const postgresFull: Scenario = {
  id: 'F-17',
  title: 'the disk of PostgreSQL is full, data and WAL',
  environments: ['postgres'],
  run: onSmallDisk(async (disk, isShort) => {
    const postgres = await startPostgresServer(['max_wal_size=48MB', 'min_wal_size=32MB'], disk.folder);
    try {
      const { isRunning, restart } = postgres;
      return await runWithServers(
        { database: await createDatabaseOn(postgres), members: MEMBERS },
        (fixture) => fillUp(fixture, { disk, isShort, isRunning, restart }),
      );
    } finally {
      await postgres.stop();
    }
  }),
};

export const diskFull: readonly Scenario[] = [embeddedFull, postgresFull];

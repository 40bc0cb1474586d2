import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgresServer } from '#test/postgres-server.ts';
import type { PostgresServer } from '#test/postgres-server.ts';
import { startServer } from '#test/server-process.ts';
import { placeOn } from '#test/torture/grounds.ts';
import { book } from '#test/torture/operations.ts';
import type { Storm } from '#test/torture/operations.ts';
import type { Person } from '#test/torture/people.ts';
import { placeEmbedded } from '#test/torture/places.ts';
import { countOutcomes, demand } from '#test/torture/scenario.ts';
import type { Outcome, Scenario } from '#test/torture/scenario.ts';
import { playScene, stormSettings } from '#test/torture/scene.ts';
import type { Scene } from '#test/torture/scene.ts';
import { canMakeDisks, makeSmallDisk } from '#test/torture/small-disk.ts';
import type { SmallDisk } from '#test/torture/small-disk.ts';
import { datesAhead, pick, placesOn, runClient } from '#test/torture/storm-clients.ts';
import type { Weather } from '#test/torture/storm-clients.ts';

const MEGABYTES = 256;
const MEMBERS = 600;
const CLIENTS = 8;
const CALM = 2_000;
const RAGE_WHEN_FULL = 300;
const FULL = { whole: 15_000, short: 6_000 };
const PROBES_EVERY = 50;
/** So many at least, and each as long as one may be: a database has some room of its own. */
const FEWEST_PROBES = 40;
const NOTES = 1_500;
const RECOVERY = 10_000;

interface Seen {
  readonly reads: Map<number, number>;
  readonly writes: Map<string, number>;
}

const count = <K>(map: Map<K, number>, key: K): void => void map.set(key, (map.get(key) ?? 0) + 1);
const tell = (map: ReadonlyMap<number | string, number>): string =>
  [...map].map(([key, times]) => `${key} × ${times}`).join(', ');

/** One look and one booking after another while the disk is full. */
const probe = async (
  storm: Storm,
  members: readonly Person[],
  milliseconds: number,
  keepServing: () => Promise<void>,
): Promise<Seen> => {
  const seen: Seen = { reads: new Map(), writes: new Map() };
  const dates = datesAhead(100, 200);
  const until = performance.now() + milliseconds;
  for (let probes = 0; performance.now() < until || probes < FEWEST_PROBES; probes += 1) {
    await keepServing();
    const path = `/api/reservation/booked-times?date=${pick(dates)}`;
    count(seen.reads, (await storm.ask({ method: 'GET', path })).status);
    const notes = randomBytes(NOTES / 2).toString('hex');
    const done = await book(storm, pick(members), { ...pick(placesOn(dates)), key: randomUUID(), notes });
    count(seen.writes, done.outcome === 'fail' ? (done.code ?? 'fail') : done.outcome);
    await sleep(PROBES_EVERY);
  }
  return seen;
};

const waitForBooking = async (
  storm: Storm,
  members: readonly Person[],
  keepServing: () => Promise<void>,
): Promise<number> => {
  const began = performance.now();
  const places = placesOn(datesAhead(310, 40));
  while (performance.now() - began < 4 * RECOVERY) {
    await keepServing();
    const { outcome } = await book(storm, pick(members), { ...pick(places), key: randomUUID() });
    if (outcome === 'ok') break;
    await sleep(PROBES_EVERY);
  }
  return performance.now() - began;
};

interface Watchman {
  /** Starts again what has ended, as the system's service manager does. */
  keepServing(): Promise<void>;
  restarts(): number;
}

const fillUp = async (
  { storm, members }: Scene,
  disk: SmallDisk,
  { keepServing, restarts }: Watchman,
  full: number,
): Promise<Omit<Outcome, 'history'>> => {
  const weather: Weather = { dates: datesAhead(0, 90), isServing: true, isRaging: true };
  const raging = Promise.all(Array.from({ length: CLIENTS }, () => runClient(storm, members, weather)));
  await sleep(CALM);
  await disk.fill();
  await sleep(RAGE_WHEN_FULL);
  // Nobody may serve from now on, and clients without an answer ask again at once.
  weather.isServing = false;
  const seen = await probe(storm, members, full, keepServing);
  await disk.free();
  const recovery = await waitForBooking(storm, members, keepServing);
  weather.isServing = true;
  await sleep(CALM);
  weather.isRaging = false;
  await raging;
  const others = [...seen.reads.keys()].filter((status) => ![200, 429, 503, 0].includes(status));
  return {
    did: `no room for ${full / 1_000} s: looks ${tell(seen.reads)}; bookings ${tell(seen.writes)}; ${restarts()} restarts of what had ended; booked again ${recovery.toFixed(0)} ms after there was room (${Object.values(countOutcomes(storm.history)).reduce((sum, n) => sum + n, 0)} operations)`,
    faults: [
      ...demand(others.length === 0, `looks were answered by ${others.join(', ')}`),
      ...demand((seen.writes.get('unknown') ?? 0) > 0, 'every booking found room: the disk was not full'),
      ...demand(recovery <= RECOVERY, `${recovery.toFixed(0)} ms passed until a booking was made again`),
    ],
  };
};

const notHere: Outcome = {
  did: 'NOT TRIED: only root on Linux can make a small disk',
  history: [],
  faults: [],
  goals: [{ text: 'tried', isMet: false }],
};

const embeddedFull: Scenario = {
  id: 'F-17',
  title: 'the disk of the data folder is full: embedded database, photos, messages, log',
  grounds: ['embedded'],
  run: async (_ground, { isShort }) => {
    if (!canMakeDisks()) return notHere;
    const disk = await makeSmallDisk(MEGABYTES);
    try {
      const database = await placeEmbedded(undefined, disk.folder);
      return await playScene({ database, servers: 1, members: MEMBERS }, async (scene) => {
        let restarts = 0;
        const keepServing = async (): Promise<void> => {
          if ((scene.servers[0]?.ended() ?? null) === null) return;
          const next = await startServer(stormSettings(database)).catch(() => null);
          if (next === null) return;
          restarts += 1;
          scene.servers[0] = next;
          scene.http.use([next.url]);
        };
        const watchman: Watchman = { keepServing, restarts: () => restarts };
        return fillUp(scene, disk, watchman, isShort ? FULL.short : FULL.whole);
      });
    } finally {
      await disk.remove();
    }
  },
};

const postgresFull: Scenario = {
  id: 'F-17',
  title: 'the disk of PostgreSQL is full, data and log',
  grounds: ['postgres'],
  run: async (_ground, { isShort }) => {
    if (!canMakeDisks()) return notHere;
    const disk = await makeSmallDisk(MEGABYTES);
    let postgres: PostgresServer | undefined;
    try {
      const server = await startPostgresServer(['max_wal_size=48MB', 'min_wal_size=32MB'], disk.folder);
      postgres = server;
      const database = await placeOn(server);
      return await playScene({ database, servers: 1, members: MEMBERS }, (scene) => {
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
        return fillUp(scene, disk, watchman, isShort ? FULL.short : FULL.whole);
      });
    } finally {
      await postgres?.stop();
      await disk.remove();
    }
  },
};

export const diskFull: readonly Scenario[] = [embeddedFull, postgresFull];

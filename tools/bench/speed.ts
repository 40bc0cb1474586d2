import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testIdentity } from '#test/factories/signed-in-users.ts';
import { preparePgbench } from '#tools/bench/baselines/pgbench.ts';
import {
  clearBookings,
  listPaths,
  recordSpeedPlan,
  type ListName,
  type SpeedPlan,
} from '#tools/bench/baselines/speed-plan.ts';
import { startBaseline, type BaselineServer } from '#tools/bench/baselines/start-baseline.ts';
import { BOOKING_CLIENTS, createBookingBenchmark } from '#tools/bench/harness/booking-load.ts';
import {
  compare,
  repeatRequest,
  sidesOf,
  withProcessMetrics,
  type ComparisonSpec,
  type Subject,
} from '#tools/bench/harness/comparison.ts';
import {
  medianAt,
  runInterleaved,
  type Benchmark,
  type BenchmarkResult,
} from '#tools/bench/harness/interleaved-runs.ts';
import { formatRequest } from '#tools/bench/harness/load-generator.ts';
import { apiLoginSubject, loginSubject } from '#tools/bench/harness/login-load.ts';
import { startNginxFileServer } from '#tools/bench/harness/nginx-file-server.ts';
import { residentMegabytes } from '#tools/bench/harness/process-metrics.ts';
import {
  createTempDir,
  fillDatabase,
  findHomeImage,
  openSite,
  type Site,
} from '#tools/bench/harness/site.ts';
import { checkStorms, STORM_ROUNDS, stormSides } from '#tools/bench/harness/storms.ts';
import { measureHashRate } from '#tools/bench/seeds/seed-logins.ts';
import { BOOKER_COUNT, firstDate, READER_INDEX, seedSpeed, tokenOf } from '#tools/bench/seeds/seed-speed.ts';
import { atLeast, atMost, type Goal } from '#tools/goals.ts';

const quick = { rounds: 3, milliseconds: 1_000, bookings: 640, embeddedBookings: 96 };
const full = { rounds: 7, milliseconds: 3_000, bookings: BOOKER_COUNT, embeddedBookings: 160 };
const WARM_UP_MS = 2_000;
// `mine` is not cached and reads the session first. A password hash takes 10 ms of one core; the rest of a login and the load
// generator share the two cores with it.
const GOALS = {
  lists: 0.8,
  mine: 0.75,
  booking: 0.75,
  bookingInNode: 0.75,
  embedded: 0.8,
  embeddedBooking: 0.75,
  home: 0.6,
  homeRate: 3_000,
  login: 0.4,
  loginInNode: 0.9,
  image: 0.4,
};
const MIN_BOOKINGS_PER_S = 800;
const MAX_BOOKING_CPU_MS = 1;
const MAX_MEMORY_MB = { postgres: 200, embedded: 420 } as const;
const MAX_TAIL_RATIO = 3;
const IDLE_MS = 15_000;
const MAX_IDLE_MB = { postgres: 160, embedded: 450 } as const;

interface SpeedEnvironment {
  readonly site: Site;
  readonly baseline: BaselineServer;
  /**
   * Deletes all bookings. Null for the embedded database, which no other process can open: there each round takes other slots.
   */
  readonly clear: (() => Promise<void>) | null;
}

const listComparisons = (
  { site, baseline }: SpeedEnvironment,
  names: readonly ListName[],
  goal: number,
): ComparisonSpec[] =>
  names.map((name) => {
    const token = name === 'mine' ? () => tokenOf(READER_INDEX) : undefined;
    return {
      name: `${site.kind} ${name}`,
      ours: withProcessMetrics(site, repeatRequest(new URL(listPaths[name], site.url), token)),
      limit: withProcessMetrics(baseline, repeatRequest(new URL(`/${name}?n=${READER_INDEX}`, baseline.url))),
      limitName: `node:http + ${site.kind === 'embedded' ? 'PGlite' : 'pg'}`,
      minRatio: name === 'mine' ? GOALS.mine : goal,
    };
  });

const siteBookings = ({ site, clear }: SpeedEnvironment, count: number): Subject =>
  withProcessMetrics(site, createBookingBenchmark({ base: site.url, count, clear }));
const baselineBookings = ({ baseline, clear }: SpeedEnvironment, count: number): Subject =>
  withProcessMetrics(
    baseline,
    createBookingBenchmark({ base: baseline.url, count, clear, path: (n) => `/book?n=${n}` }),
  );

const bookingComparisons = async (
  environment: SpeedEnvironment,
  { statements }: SpeedPlan,
  file: string,
  count: number,
): Promise<ComparisonSpec[]> => {
  const { databaseUrl } = environment.site;
  const inNode: ComparisonSpec = {
    name: 'postgres booking in Node',
    ours: siteBookings(environment, count),
    limit: baselineBookings(environment, count),
    limitName: 'node:http + pg, same statements',
    minRatio: GOALS.bookingInNode,
  };
  const run = await preparePgbench(file, statements.book, firstDate);
  if (run === undefined || databaseUrl === null) return [inNode];
  const measure: Subject['measure'] = async () => {
    await environment.clear?.();
    const transactionsPerClient = Math.ceil(count / BOOKING_CLIENTS);
    return { '/s': await run({ databaseUrl, clients: BOOKING_CLIENTS, transactionsPerClient }) };
  };
  const inPgbench = { limit: { measure }, limitName: 'pgbench, same statements', minRatio: GOALS.booking };
  return [inNode, { name: 'postgres booking', ours: inNode.ours, ...inPgbench }];
};

const loginComparisons = ({ site, baseline }: SpeedEnvironment): ComparisonSpec[] => {
  const ours = withProcessMetrics(site, apiLoginSubject(site.url));
  const write = (n: number): string => formatRequest(new URL(`/login?n=${n}`, baseline.url));
  return [
    {
      name: 'login',
      ours,
      limit: { measure: async (milliseconds) => ({ '/s': await measureHashRate(milliseconds) }) },
      limitName: 'the password hash alone',
      minRatio: GOALS.login,
    },
    {
      name: 'login in Node',
      ours,
      limit: withProcessMetrics(baseline, loginSubject(new URL(baseline.url), write)),
      limitName: 'node:http + pg + the hash, same statements',
      minRatio: GOALS.loginInNode,
    },
  ];
};

/** Comparisons of responses that need no database queries. */
const fileComparisons = async (
  site: Site,
  tempDir: string,
  defer: (stop: () => Promise<void>) => void,
): Promise<ComparisonSpec[]> => {
  const save = async (name: string, url: URL): Promise<string> => {
    const folder = join(tempDir, name);
    await mkdir(folder);
    await writeFile(join(folder, `${name}.webp`), Buffer.from(await (await fetch(url)).arrayBuffer()));
    return folder;
  };
  const home = new URL('/', site.url);
  const page = await startBaseline('baseline-files.js', await save('home', home));
  defer(page.stop);
  const image = await findHomeImage(site);
  const nginx = await startNginxFileServer(tempDir, await save('image', image));
  if (nginx !== undefined) defer(nginx.stop);
  const homeSpec: ComparisonSpec = {
    name: 'home HTML',
    ours: withProcessMetrics(site, repeatRequest(home)),
    limit: withProcessMetrics(page, repeatRequest(new URL(page.url))),
    limitName: 'node:http, a static string',
    minRatio: GOALS.home,
    sufficientRate: GOALS.homeRate,
  };
  if (nginx === undefined) return [homeSpec];
  const ours = withProcessMetrics(site, repeatRequest(image));
  const limit = repeatRequest(new URL('image.webp', nginx.url));
  return [homeSpec, { name: 'image', ours, limit, limitName: 'nginx', minRatio: GOALS.image }];
};

/** The goals of what was measured on a site. */
const checkSite = (sides: BenchmarkResult['sides'], { kind }: Site): readonly Goal[] => {
  const ours = sides.filter(
    ({ name }) => name.endsWith(': ours') && name.startsWith('embedded') === (kind === 'embedded'),
  );
  const peaks = ours.flatMap(({ rounds }) => rounds.map(({ MB = 0 }) => MB));
  const booking = (figure: string): number => medianAt(ours, `${kind} booking: ours`, figure);
  const [p50, p99] = [booking('p50 ms'), booking('p99 ms')];
  return [
    ...(peaks.length === 0
      ? []
      : [atMost(`${kind}: peak resident memory`, Math.max(...peaks), MAX_MEMORY_MB[kind], 'MB')]),
    ...(Number.isNaN(p99)
      ? []
      : [atMost(`${kind}: booking p99 ${p99.toFixed(0)} ms to p50`, p99 / p50, MAX_TAIL_RATIO, '×')]),
    ...(Number.isNaN(p99) || kind === 'embedded'
      ? []
      : [
          atLeast('postgres: bookings per second', booking('/s'), MIN_BOOKINGS_PER_S),
          atMost('postgres: CPU per booking', booking('CPU ms'), MAX_BOOKING_CPU_MS, 'ms'),
        ]),
  ];
};

/** Resident megabytes of each server after it has been idle for a while. */
const measureIdle = async (sites: readonly Site[]) => {
  await sleep(IDLE_MS);
  return sites.map(({ kind, pid }) => ({ kind, megabytes: residentMegabytes(pid) }));
};

/** What each call sends to PostgreSQL, as lines of a table. `test/round-trips.test.ts` names the statements. */
const tabulateStatements = ({ statements }: SpeedPlan): readonly string[] =>
  [
    ['call', 'statements', 'round trips'],
    ...Object.entries(statements).map(([name, groups]) => [name, groups.flat().length, groups.length]),
  ].map((cells) => cells.map((cell) => String(cell).padEnd(14)).join(''));

/**
 * Compares each request path with a baseline of the same machine. `-- speed mine 'embedded booking'` runs only the parts whose
 * names contain one of these; `memory`, `login storm` and `refresh storm` are parts too.
 */
export const run: Benchmark = async ({ logProgress, isFull, isSelected, defer }) => {
  const { rounds, milliseconds, bookings, embeddedBookings } = isFull ? full : quick;
  const tempDir = await createTempDir(defer);
  logProgress('seeding both sites');
  const sites: Site[] = [];
  for (const kind of ['postgres', 'embedded'] as const) {
    const site = await openSite(kind, seedSpeed, testIdentity);
    defer(site.stop);
    sites.push(site);
  }
  const [onPostgres, onEmbedded] = sites as [Site, Site];
  const idle = isSelected({ name: 'memory' }) ? await measureIdle(sites) : [];
  const databaseUrl = onPostgres.databaseUrl ?? '';
  const plan = await recordSpeedPlan(databaseUrl);
  const file = join(tempDir, 'plan.json');
  await writeFile(file, JSON.stringify(plan));
  const openBaseline = async (kind: string, location: string): Promise<BaselineServer> => {
    const server = await startBaseline('baseline-statements.js', kind, location, file);
    defer(server.stop);
    return server;
  };
  const postgres: SpeedEnvironment = {
    site: onPostgres,
    baseline: await openBaseline('postgres', databaseUrl),
    clear: () => clearBookings(databaseUrl),
  };
  const dataDir = join(tempDir, 'baseline');
  await mkdir(dataDir);
  await fillDatabase({ databaseUrl: undefined, dataDir }, seedSpeed);
  const embedded: SpeedEnvironment = {
    site: onEmbedded,
    baseline: await openBaseline('embedded', join(dataDir, 'db')),
    clear: null,
  };
  const all: ComparisonSpec[] = [
    ...listComparisons(postgres, ['questions', 'availability', 'photos', 'mine'], GOALS.lists),
    ...(await bookingComparisons(postgres, plan, join(tempDir, 'booking.sql'), bookings)),
    ...(await fileComparisons(onPostgres, tempDir, defer)),
    ...loginComparisons(postgres),
    ...listComparisons(embedded, ['questions', 'availability', 'photos'], GOALS.embedded),
    {
      name: 'embedded booking',
      ours: siteBookings(embedded, embeddedBookings),
      limit: baselineBookings(embedded, embeddedBookings),
      limitName: 'node:http + PGlite',
      minRatio: GOALS.embeddedBooking,
    },
  ];
  const specs = all.filter(isSelected);
  logProgress('warming up each side');
  for (const { measure } of sidesOf(specs, WARM_UP_MS)) await measure();
  const sides = await runInterleaved(sidesOf(specs, milliseconds), rounds, logProgress);
  const storms = await runInterleaved(
    sites.flatMap(stormSides).filter(isSelected),
    STORM_ROUNDS,
    logProgress,
  );
  const after = idle.length === 0 ? [] : await measureIdle(sites);
  return {
    sides: [...sides, ...storms],
    comparisons: specs.map((spec) => compare(spec, sides)),
    goals: [
      ...sites.flatMap((site) => checkSite(sides, site)),
      ...checkStorms(storms),
      ...idle.map(({ kind, megabytes }) =>
        atMost(`${kind}: idle memory`, megabytes, MAX_IDLE_MB[kind], 'MB'),
      ),
    ],
    notes: [
      ...tabulateStatements(plan),
      ...after.map(({ kind, megabytes }) => `${kind}: ${megabytes.toFixed(0)} MB idle after all of it`),
    ],
  };
};

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/db/open-database.ts';
import { migrate } from '#server/db/migrate.ts';
import { createLog } from '#server/ports/log.ts';
import { testIdentity } from '#test/factories/signed-in-users.ts';
import { bookingSubject, BOOKING_CLIENTS } from '#tools/bench/harness/booking-load.ts';
import {
  repeatRequest,
  compare,
  sidesOf,
  withProcessMetrics,
  type Subject,
  type ComparisonSpec,
} from '#tools/bench/harness/comparison.ts';
import { formatRequest } from '#tools/bench/harness/load-generator.ts';
import { apiLoginSubject, loginSubject } from '#tools/bench/harness/login-load.ts';
import { measureHashRate } from '#tools/bench/seeds/seed-logins.ts';
import { downloadSubject } from '#tools/bench/harness/download-throughput.ts';
import {
  runInterleaved,
  type BenchmarkResult,
  type Benchmark,
  type Goal,
} from '#tools/bench/harness/interleaved-runs.ts';
import { preparePgbench } from '#tools/bench/baselines/pgbench.ts';
import { residentBytes } from '#tools/bench/harness/process-metrics.ts';
import { openSite, type DatabaseKind, type Site } from '#tools/bench/harness/site.ts';
import { checkStorms, STORM_ROUNDS, stormSides } from '#tools/bench/harness/storms.ts';
import { BOOKER_COUNT, seedSpeed, firstDate, READER_INDEX, tokenOf } from '#tools/bench/seeds/seed-speed.ts';
import {
  clearBookings,
  listPaths,
  recordSpeedPlan,
  type ListName,
  type SpeedPlan,
} from '#tools/bench/baselines/speed-plan.ts';
import { startNginxFileServer } from '#tools/bench/harness/nginx-file-server.ts';
import { startBaseline, type BaselineServer } from '#tools/bench/baselines/start-baseline.ts';

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
const BYTES_PER_MEGABYTE = 1_048_576;

type Stops = (() => Promise<void>)[];

interface SpeedEnvironment {
  readonly site: Site;
  readonly baseline: BaselineServer;
  /**
   * Deletes all bookings. Null for the embedded database, which no other process can open: there each round takes other slots.
   */
  readonly clear: (() => Promise<void>) | null;
}

const listComparisons = (
  kind: string,
  { site, baseline }: SpeedEnvironment,
  names: readonly ListName[],
  goal: number,
): ComparisonSpec[] =>
  names.map((name) => ({
    name: `${kind} ${name}`,
    ours: withProcessMetrics(
      site,
      repeatRequest(
        new URL(listPaths[name], site.url),
        name === 'mine' ? () => tokenOf(READER_INDEX) : undefined,
      ),
    ),
    limit: withProcessMetrics(baseline, repeatRequest(new URL(`/${name}?n=${READER_INDEX}`, baseline.url))),
    limitName: `node:http + ${kind === 'embedded' ? 'PGlite' : 'pg'}`,
    minRatio: name === 'mine' ? GOALS.mine : goal,
  }));

const siteBookings = ({ site, clear }: SpeedEnvironment, count: number): Subject =>
  withProcessMetrics(site, bookingSubject({ base: site.url, count, clear }));
const baselineBookings = ({ baseline, clear }: SpeedEnvironment, count: number): Subject =>
  withProcessMetrics(
    baseline,
    bookingSubject({ base: baseline.url, count, clear, path: (n) => `/book?n=${n}` }),
  );

const pgbenchComparisons = async (
  environment: SpeedEnvironment,
  { statements: recorded }: SpeedPlan,
  tempDir: string,
  count: number,
): Promise<ComparisonSpec[]> => {
  const { databaseUrl } = environment.site;
  const ours = siteBookings(environment, count);
  const specs: ComparisonSpec[] = [
    {
      name: 'postgres booking in Node',
      ours,
      limit: baselineBookings(environment, count),
      limitName: 'node:http + pg, same statements',
      minRatio: GOALS.bookingInNode,
    },
  ];
  const run = await preparePgbench(join(tempDir, 'booking.sql'), recorded.book, firstDate);
  if (run === undefined || databaseUrl === null) return specs;
  const measure: Subject['measure'] = async () => {
    await environment.clear?.();
    const transactionsPerClient = Math.ceil(count / BOOKING_CLIENTS);
    return { '/s': await run({ databaseUrl, clients: BOOKING_CLIENTS, transactionsPerClient }) };
  };
  specs.push({
    name: 'postgres booking',
    ours,
    limit: { measure },
    limitName: 'pgbench, same statements',
    minRatio: GOALS.booking,
  });
  return specs;
};

const baselineLogins = (baseline: BaselineServer): Subject =>
  withProcessMetrics(
    baseline,
    loginSubject(new URL(baseline.url), (n) => formatRequest(new URL(`/login?n=${n}`, baseline.url))),
  );

const siteLogins = (site: Site): Subject => withProcessMetrics(site, apiLoginSubject(site.url));

/** Comparisons of responses that need few or no database queries. */
const responseComparisons = async (
  { site, baseline }: SpeedEnvironment,
  tempDir: string,
  stops: Stops,
): Promise<ComparisonSpec[]> => {
  const serve = async (name: string, url: URL): Promise<string> => {
    const folder = join(tempDir, name);
    await mkdir(folder);
    await writeFile(join(folder, `${name}.webp`), Buffer.from(await (await fetch(url)).arrayBuffer()));
    return folder;
  };
  const home = new URL('/', site.url);
  const page = await startBaseline('baseline-files.js', 'node:http', await serve('home', home));
  stops.unshift(page.stop);
  const photos = (await (await fetch(new URL('/api/photo/home', site.url))).json()) as {
    REPRESENTATIVE: { imageUrl: string };
  };
  const image = new URL(new URL(photos.REPRESENTATIVE.imageUrl, site.url).pathname, site.url);
  const nginx = await startNginxFileServer(tempDir, await serve('image', image));
  if (nginx !== undefined) stops.unshift(nginx.stop);
  return [
    {
      name: 'home HTML',
      ours: withProcessMetrics(site, repeatRequest(home)),
      limit: withProcessMetrics(page, repeatRequest(new URL(page.url))),
      limitName: 'node:http, a static string',
      minRatio: GOALS.home,
      sufficientRate: GOALS.homeRate,
    },
    {
      name: 'login',
      ours: siteLogins(site),
      limit: { measure: async (milliseconds) => ({ '/s': await measureHashRate(milliseconds) }) },
      limitName: 'the password hash alone',
      minRatio: GOALS.login,
    },
    {
      name: 'login in Node',
      ours: siteLogins(site),
      limit: baselineLogins(baseline),
      limitName: 'node:http + pg + the hash, same statements',
      minRatio: GOALS.loginInNode,
    },
    ...(nginx === undefined
      ? []
      : [
          {
            name: 'image',
            ours: withProcessMetrics(site, downloadSubject(image)),
            limit: downloadSubject(new URL('image.webp', nginx.url)),
            limitName: 'nginx',
            minRatio: GOALS.image,
          },
        ]),
  ];
};

const createBaselineDatabase = async (tempDir: string): Promise<string> => {
  const dataDir = join(tempDir, 'baseline');
  await mkdir(dataDir);
  const database = await openDatabase({ databaseUrl: undefined, dataDir, log: createLog('silent') });
  await migrate(database);
  await seedSpeed(database.db, dataDir);
  await database.close();
  return join(dataDir, 'db');
};

const checkBookings = (sides: BenchmarkResult['sides']): readonly Goal[] => {
  const { medians } = sides.find(({ name }) => name === 'postgres booking: ours') ?? {};
  if (medians === undefined) return [];
  const { '/s': rate = Number.NaN, 'CPU ms': cost = Number.NaN } = medians;
  return [
    {
      text: `postgres: ${rate.toFixed(0)} bookings/s, goal ≥ ${MIN_BOOKINGS_PER_S}`,
      isMet: rate >= MIN_BOOKINGS_PER_S,
    },
    {
      text: `postgres: ${cost.toFixed(2)} ms of CPU per booking, goal ≤ ${MAX_BOOKING_CPU_MS} ms`,
      isMet: cost <= MAX_BOOKING_CPU_MS,
    },
  ];
};

const tabulateStatements = ({ statements }: SpeedPlan): readonly string[] =>
  [
    ['call', 'statements', 'round trips'],
    ...Object.entries(statements).map(([name, groups]) => [name, groups.flat().length, groups.length]),
  ].map((cells) =>
    cells
      .map((cell) => String(cell).padEnd(14))
      .join('')
      .trimEnd(),
  );

const checkOtherGoals = (sides: BenchmarkResult['sides']): readonly Goal[] => {
  const peak = (kind: string): number =>
    Math.max(
      ...sides
        .filter(
          ({ name }) => name.endsWith(': ours') && name.startsWith('embedded') === (kind === 'embedded'),
        )
        .flatMap(({ rounds }) => rounds.map(({ MB = 0 }) => MB)),
    );
  const kinds = (['postgres', 'embedded'] as const).filter((kind) => peak(kind) > 0);
  const tails = kinds.flatMap((kind) => {
    const { medians } = sides.find(({ name }) => name === `${kind} booking: ours`) ?? {};
    if (medians === undefined) return [];
    return [{ kind, p50: medians['p50 ms'] ?? Number.NaN, p99: medians['p99 ms'] ?? Number.NaN }];
  });
  return [
    ...kinds.map((kind) => ({
      text: `${kind}: ${peak(kind).toFixed(0)} MB peak resident, goal ≤ ${MAX_MEMORY_MB[kind]} MB`,
      isMet: peak(kind) <= MAX_MEMORY_MB[kind],
    })),
    ...tails.map(({ kind, p50, p99 }) => ({
      text: `${kind}: booking p99 ${p99.toFixed(0)} ms is ${(p99 / p50).toFixed(1)} × p50, goal ≤ ${MAX_TAIL_RATIO} ×`,
      isMet: p99 <= MAX_TAIL_RATIO * p50,
    })),
    ...checkBookings(sides),
  ];
};

/** Resident megabytes of each server after it has been idle for a while. */
const measureIdle = async (sites: readonly (readonly [DatabaseKind, Site])[]) => {
  await sleep(IDLE_MS);
  return sites.map(([kind, { pid }]) => ({ kind, megabytes: residentBytes(pid) / BYTES_PER_MEGABYTE }));
};

const checkIdle = (idle: Awaited<ReturnType<typeof measureIdle>>): Goal[] =>
  idle.map(({ kind, megabytes }) => ({
    text: `${kind}: ${megabytes.toFixed(0)} MB resident when idle, goal ≤ ${MAX_IDLE_MB[kind]} MB`,
    isMet: megabytes <= MAX_IDLE_MB[kind],
  }));

/**
 * Compares each request path with a baseline of the same machine. `-- speed mine 'embedded booking'` runs only the comparisons
 * whose names contain one of these; `memory`, `login storm` and `refresh storm` are others.
 */
export const run: Benchmark = async (logProgress, { isFull, args }) => {
  const isSelected = ({ name }: { readonly name: string }): boolean =>
    args.length === 0 || args.some((part) => name.includes(part));
  const { rounds, milliseconds, bookings, embeddedBookings } = isFull ? full : quick;
  const stops: Stops = [];
  const tempDir = await mkdtemp(join(tmpdir(), 'sajingwan-bench-'));
  stops.push(() => rm(tempDir, { recursive: true, force: true }));
  try {
    logProgress('seeding both sites');
    const open = async (kind: 'postgres' | 'embedded'): Promise<Site> => {
      const site = await openSite(kind, (db, _, dataDir) => seedSpeed(db, dataDir), testIdentity);
      stops.unshift(site.stop);
      return site;
    };
    const [onPostgres, onEmbedded] = [await open('postgres'), await open('embedded')];
    const sites = [
      ['postgres', onPostgres],
      ['embedded', onEmbedded],
    ] as const;
    const idle = isSelected({ name: 'memory' }) ? await measureIdle(sites) : [];
    const databaseUrl = onPostgres.databaseUrl ?? '';
    const plan = await recordSpeedPlan(databaseUrl);
    const file = join(tempDir, 'plan.json');
    await writeFile(file, JSON.stringify(plan));
    const openBaseline = async (kind: string, location: string): Promise<BaselineServer> => {
      const server = await startBaseline('baseline-statements.js', kind, location, file);
      stops.unshift(server.stop);
      return server;
    };
    const postgres: SpeedEnvironment = {
      site: onPostgres,
      baseline: await openBaseline('postgres', databaseUrl),
      clear: () => clearBookings(databaseUrl),
    };
    const embedded: SpeedEnvironment = {
      site: onEmbedded,
      baseline: await openBaseline('embedded', await createBaselineDatabase(tempDir)),
      clear: null,
    };
    const all: ComparisonSpec[] = [
      ...listComparisons('postgres', postgres, ['questions', 'availability', 'photos', 'mine'], GOALS.lists),
      ...(await pgbenchComparisons(postgres, plan, tempDir, bookings)),
      ...(await responseComparisons(postgres, tempDir, stops)),
      ...listComparisons('embedded', embedded, ['questions', 'availability', 'photos'], GOALS.embedded),
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
    const storming = sites.flatMap(([kind, site]) => stormSides(kind, site)).filter(isSelected);
    const stormed = await runInterleaved(storming, STORM_ROUNDS, logProgress);
    const storms = checkStorms(stormed);
    const after = idle.length === 0 ? [] : await measureIdle(sites);
    return {
      sides: [...sides, ...stormed],
      comparisons: specs.map((spec) => compare(spec, sides)),
      goals: [...checkOtherGoals(sides), ...storms.goals, ...checkIdle(idle)],
      notes: [
        ...tabulateStatements(plan),
        ...storms.notes,
        ...after.map(({ kind, megabytes }) => `${kind}: ${megabytes.toFixed(0)} MB idle after all of it`),
      ],
    };
  } finally {
    for (const stop of stops) await stop();
  }
};

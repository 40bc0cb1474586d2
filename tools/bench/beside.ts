import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { deriveKey } from '#platform/server/crypto/derive-key.ts';
import type { Db } from '#platform/server/db/database.ts';
import { testAuthSecret, testIdentity } from '#test/factories/signed-in-users.ts';
import { checkPlainServer } from '#tools/bench/baselines/check-plain-server.ts';
import { clearBookings, listPaths } from '#tools/bench/baselines/speed-plan.ts';
import { startBaseline } from '#tools/bench/baselines/start-baseline.ts';
import { createBookingBenchmark } from '#tools/bench/harness/booking-load.ts';
import {
  compare,
  repeatRequest,
  sidesOf,
  withProcessMetrics,
  type ComparisonSpec,
  type Subject,
} from '#tools/bench/harness/comparison.ts';
import { newIp } from '#tools/bench/harness/http-client.ts';
import {
  runInterleaved,
  type Benchmark,
  type BenchmarkResult,
  type Figures,
} from '#tools/bench/harness/interleaved-runs.ts';
import { formatRequest, generateOpenLoad } from '#tools/bench/harness/load-generator.ts';
import { apiLoginSubject } from '#tools/bench/harness/login-load.ts';
import {
  createTempDir,
  findHomeImage,
  openSite,
  type DatabaseKind,
  type Site,
} from '#tools/bench/harness/site.ts';
import { BOOKER_COUNT, READER_INDEX, seedSpeed, tokenOf } from '#tools/bench/seeds/seed-speed.ts';
import { atMost, type Goal } from '#tools/goals.ts';

const quick = { rounds: 3, milliseconds: 1_000, bookings: 640, studioMs: 10_000 };
const full = { rounds: 7, milliseconds: 3_000, bookings: BOOKER_COUNT, studioMs: 60_000 };
const WARM_UP_MS = 2_000;
const PAGE_SIZE = 20;
const PHOTO_LIST = `/api/photo?category=WEDDING&limit=${PAGE_SIZE}`;
/** Ratios of the site to the plain server, and the mean that the studio's own site reports with Redis. */
const GOALS = { lists: 4, availability: 1.5, studioMeanMs: 4.5 };
const STUDIO_RATE = 3_000;
const EMBEDDED_OWN_RATE = 500;

type Defer = (stop: () => Promise<void>) => void;

const seed = async (db: Db, dataDir: string): Promise<void> => {
  await seedSpeed(db, dataDir);
  // Copies photos of a category, without files, until a page of its list is full.
  await db.execute(sql`
    insert into photos (category, saved_file_name, width, height, widths, title, alt, placeholder, position)
    select category, saved_file_name || 'x' || n, width, height, widths, title, alt, placeholder, position + 1000 * n
    from photos, generate_series(1, ${PAGE_SIZE}::int) as n
    where category = 'WEDDING' order by n limit ${PAGE_SIZE}::int`);
};

const openComparisons = async (site: Site, bookings: number, defer: Defer): Promise<ComparisonSpec[]> => {
  const databaseUrl = site.databaseUrl ?? '';
  const key = deriveKey(testAuthSecret, 'access-token').export().toString('hex');
  const plain = await startBaseline(
    'plain-server.js',
    databaseUrl,
    site.dataDir,
    key,
    testIdentity.PUBLIC_URL,
  );
  defer(plain.stop);
  const { pathname: image } = await findHomeImage(site);
  await checkPlainServer({
    ours: site.url,
    plain: plain.url,
    databaseUrl,
    paths: [listPaths.questions, PHOTO_LIST, image],
    availabilityPath: listPaths.availability,
  });
  const clear = (): Promise<void> => clearBookings(databaseUrl);
  const compareBy = (
    name: string,
    subjectOf: (base: string) => Subject,
    minRatio?: number,
  ): ComparisonSpec => ({
    name,
    ours: withProcessMetrics(site, subjectOf(site.url)),
    limit: withProcessMetrics(plain, subjectOf(plain.url)),
    limitName: 'hono + drizzle + pg',
    ...(minRatio === undefined ? {} : { minRatio }),
  });
  const repeat = (path: string) => (base: string) => repeatRequest(new URL(path, base));
  return [
    compareBy('inquiry list', repeat(listPaths.questions), GOALS.lists),
    compareBy('photo list', repeat(PHOTO_LIST), GOALS.lists),
    compareBy('availability', repeat(listPaths.availability), GOALS.availability),
    compareBy('booking', (base) => createBookingBenchmark({ base, count: bookings, clear })),
    compareBy('login', apiLoginSubject),
    compareBy('image', repeat(image)),
  ];
};

const studioPaths = {
  'photo list': PHOTO_LIST,
  'inquiry list': listPaths.questions,
  'own reservations': listPaths.mine,
} as const;
type StudioCall = keyof typeof studioPaths;

/** A load of some of the three calls that the studio's own site reports figures for. */
const studioSubject = (base: string, rate: number, names: readonly StudioCall[]): Subject => ({
  measure: async (milliseconds) => {
    const token = await tokenOf(READER_INDEX);
    const calls = names.map((name) => {
      const url = new URL(studioPaths[name], base);
      const auth = name === 'own reservations' ? { token } : {};
      const write = (): string => formatRequest(url, { ...auth, headers: { 'x-forwarded-for': newIp() } });
      return { name, write };
    });
    return generateOpenLoad({ url: new URL(base), rate, milliseconds, calls });
  },
});

interface StudioLoad {
  readonly name: string;
  readonly kind: DatabaseKind;
  readonly rate: number;
  readonly calls: readonly StudioCall[];
  readonly maxMeanMs?: number;
}

const lists = ['photo list', 'inquiry list'] as const;
const studioLoads: readonly StudioLoad[] = [
  {
    name: 'studio postgres',
    kind: 'postgres',
    rate: STUDIO_RATE,
    calls: [...lists, 'own reservations'],
    maxMeanMs: GOALS.studioMeanMs,
  },
  { name: 'studio embedded lists', kind: 'embedded', rate: STUDIO_RATE, calls: lists },
  {
    name: 'studio embedded own reservations',
    kind: 'embedded',
    rate: EMBEDDED_OWN_RATE,
    calls: ['own reservations'],
  },
];

interface MeasuredLoad {
  readonly name: string;
  readonly subject: Subject;
}

/** The load generator against a static server: what it adds to the latencies of the other loads. */
const openGeneratorLoad = async (site: Site, defer: Defer): Promise<MeasuredLoad> => {
  const folder = await createTempDir(defer);
  const list = await fetch(new URL(listPaths.questions, site.url));
  await writeFile(join(folder, 'list.json'), await list.text());
  const server = await startBaseline('baseline-files.js', folder);
  defer(server.stop);
  const subject = studioSubject(server.url, STUDIO_RATE, ['inquiry list']);
  return { name: 'studio generator, static node:http', subject: withProcessMetrics(server, subject) };
};

const describeLoad = (name: string, medians: Figures): string => {
  const figure = (key: string, digits = 2): string => (medians[key] ?? Number.NaN).toFixed(digits);
  const latencyOf = (prefix: string): string =>
    `mean ${figure(`${prefix}mean ms`)} ms, p99 ${figure(`${prefix}p99 ms`, 1)} ms`;
  const errors = Object.keys(medians).filter((key) => key.startsWith('status '));
  const calls = Object.keys(studioPaths).filter((call) => `${call} mean ms` in medians);
  return [
    `${name}: ${figure('/s', 0)}/s`,
    `${figure('CPU ms')} CPU ms (the generator ${figure('generator CPU ms')})`,
    [`${figure('errors', 0)} errors`, ...errors.map((key) => `${key}: ${figure(key, 0)}`)].join(', '),
    latencyOf(''),
    ...(calls.length > 1 ? calls.map((call) => `${call}: ${latencyOf(`${call} `)}`) : []),
  ].join('; ');
};

const checkLoads = (sides: BenchmarkResult['sides']): readonly Goal[] =>
  studioLoads.flatMap(({ name, maxMeanMs }) => {
    const { medians } = sides.find((side) => side.name === name) ?? {};
    if (medians === undefined) return [];
    const { errors = Number.NaN, 'mean ms': mean = Number.NaN } = medians;
    return [
      ...(maxMeanMs === undefined ? [] : [atMost(`${name}: mean`, mean, maxMeanMs, 'ms')]),
      atMost(`${name}: errors`, errors, 0),
    ];
  });

/**
 * Compares the site with a plain server that does the same work on the same database, and measures it under the load that the
 * studio's own site reports figures for. `-- beside list studio` runs only the parts whose names contain one of these.
 */
export const run: Benchmark = async ({ logProgress, isFull, isSelected, defer }) => {
  const { rounds, milliseconds, bookings, studioMs } = isFull ? full : quick;
  const selectedLoads = studioLoads.filter(isSelected);
  const open = async (kind: DatabaseKind): Promise<Site> => {
    logProgress(`seeding: ${kind}`);
    const site = await openSite(kind, seed, testIdentity);
    defer(site.stop);
    return site;
  };
  const postgres = await open('postgres');
  const specs = (await openComparisons(postgres, bookings, defer)).filter(isSelected);
  const loads: MeasuredLoad[] = [];
  if (selectedLoads.length > 0) loads.push(await openGeneratorLoad(postgres, defer));
  const embedded = selectedLoads.some(({ kind }) => kind === 'embedded') ? await open('embedded') : postgres;
  for (const { name, kind, rate, calls } of selectedLoads) {
    const site = kind === 'postgres' ? postgres : embedded;
    loads.push({ name, subject: withProcessMetrics(site, studioSubject(site.url, rate, calls)) });
  }
  const loadSides = (duration: number) =>
    loads.map(({ name, subject }) => ({ name, measure: () => subject.measure(duration) }));
  logProgress('warming up each side');
  for (const { measure } of [...sidesOf(specs, WARM_UP_MS), ...loadSides(WARM_UP_MS)]) await measure();
  const compared = await runInterleaved(sidesOf(specs, milliseconds), rounds, logProgress);
  const loaded = await runInterleaved(loadSides(studioMs), 1, logProgress);
  return {
    sides: [...compared, ...loaded],
    comparisons: specs.map((spec) => compare(spec, compared)),
    goals: checkLoads(loaded),
    notes: loaded.map(({ name, medians }) => describeLoad(name, medians)),
  };
};

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/connection.ts';
import { migrate } from '#server/db/migrate.ts';
import { createLog } from '#server/log.ts';
import { stormIdentity } from '#test/torture/people.ts';
import { booking, BOOKING_CLIENTS } from './harness/booking.ts';
import { newAddress } from './harness/client.ts';
import { asking, compare, sidesOf, watched } from './harness/contest.ts';
import type { Contender, Contest } from './harness/contest.ts';
import { drive, until, writeRequest } from './harness/drive.ts';
import { loginIdOf, measureHashes, PASSWORD } from './harness/logins.ts';
import { pull } from './harness/pull.ts';
import { interleave } from './harness/rounds.ts';
import type { Finding, Question } from './harness/rounds.ts';
import type { Statement } from './harness/recorded.ts';
import { preparePgbench } from './harness/run-pgbench.ts';
import { openSite } from './harness/site.ts';
import type { Site } from './harness/site.ts';
import { BOOKERS, fillSpeed, firstDate, LOGINS, READER, tokenOf } from './harness/speed-data.ts';
import { clear, lists, makePlan } from './harness/speed-plan.ts';
import type { ListName, Plan } from './harness/speed-plan.ts';
import { serveFolder } from './harness/serve-folder.ts';
import { startBare } from './harness/start-bare.ts';
import type { BareServer } from './harness/start-bare.ts';

const quick = { rounds: 3, milliseconds: 1_000, bookings: 640, embeddedBookings: 96 };
const full = { rounds: 7, milliseconds: 3_000, bookings: BOOKERS, embeddedBookings: 160 };
const WARM_UP = 2_000;
const LOGINS_AT_ONCE = 8;
// `mine` has no cache and reads the session first. A password hash takes 10 ms of one core: what else a login does, and the
// load generator, share the two cores with it.
const GOALS = {
  lists: 0.8,
  mine: 0.5,
  booking: 0.5,
  embedded: 0.8,
  embeddedBooking: 0.6,
  home: 0.5,
  homeRate: 3_000,
  login: 0.4,
  image: 0.3,
};
const MEMORY = { postgres: 250, embedded: 450 } as const;
const TAIL = 3;

type Stops = (() => Promise<void>)[];

interface Ground {
  readonly site: Site;
  readonly bare: BareServer;
  /** Empties what bookings fill; the embedded database cannot be reached, so there each round takes other slots. */
  readonly clear: (() => Promise<void>) | null;
}

const listContests = (
  kind: string,
  { site, bare }: Ground,
  names: readonly ListName[],
  goal: number,
): Contest[] =>
  names.map((name) => ({
    name: `${kind} ${name}`,
    ours: watched(
      site,
      asking(new URL(lists[name], site.url), name === 'mine' ? () => tokenOf(READER) : undefined),
    ),
    limit: watched(bare, asking(new URL(`/${name}?n=${READER}`, bare.url))),
    of: `node:http + ${kind === 'embedded' ? 'PGlite' : 'pg'}`,
    goal: name === 'mine' ? GOALS.mine : goal,
  }));

const bookingOurs = ({ site, clear }: Ground, count: number): Contender =>
  watched(site, booking({ base: site.url, count, clear }));
const bookingBare = ({ bare, clear }: Ground, count: number): Contender =>
  watched(bare, booking({ base: bare.url, count, clear, path: (n) => `/book?n=${n}` }));

/** The statements from `begin` to `commit`. */
const transactionOf = (statements: readonly Statement[]): Statement[] => {
  const texts = statements.map(({ text }) => text);
  return statements.slice(texts.indexOf('begin'), texts.indexOf('commit') + 1);
};

const pgbenchContests = async (
  ground: Ground,
  { doors }: Plan,
  place: string,
  count: number,
): Promise<Contest[]> => {
  const { databaseUrl } = ground.site;
  const ours = bookingOurs(ground, count);
  const contests: Contest[] = [
    {
      name: 'postgres booking in Node',
      ours,
      limit: bookingBare(ground, count),
      of: 'node:http + pg, same statements',
    },
  ];
  const runs = [
    ['postgres booking', 'pgbench, same statements', doors.book, GOALS.booking],
    [
      'postgres booking, its transaction',
      'pgbench, the transaction without authentication and rate limits',
      transactionOf(doors.book),
      undefined,
    ],
  ] as const;
  for (const [index, [name, of, statements, goal]] of runs.entries()) {
    const run = await preparePgbench(join(place, `${index}.sql`), statements, firstDate);
    if (run === undefined || databaseUrl === null) continue;
    const measure: Contender['measure'] = async () => {
      await ground.clear?.();
      return {
        '/s': await run({ databaseUrl, clients: BOOKING_CLIENTS, each: Math.ceil(count / BOOKING_CLIENTS) }),
      };
    };
    contests.push({
      name,
      ours,
      limit: { measure },
      of,
      ...(goal === undefined ? {} : { goal }),
    });
  }
  return contests;
};

/** One login after the other, the n-th as `write` has it. */
const loggingIn = (url: URL, write: (n: number) => string): Contender => {
  let count = 0;
  const next = (): string => write((count += 1));
  return {
    measure: (milliseconds) => drive({ url, connections: LOGINS_AT_ONCE, next: until(milliseconds, next) }),
  };
};

const loggingInBare = (bare: BareServer): Contender =>
  watched(
    bare,
    loggingIn(new URL(bare.url), (n) => writeRequest(new URL(`/login?n=${n}`, bare.url))),
  );

const loggingInOurs = (site: Site): Contender => {
  const url = new URL('/api/auth/login', site.url);
  const write = (n: number): string =>
    writeRequest(url, {
      method: 'POST',
      headers: { 'x-forwarded-for': newAddress() },
      body: { loginId: loginIdOf(n % LOGINS), password: PASSWORD },
    });
  return watched(site, loggingIn(url, write));
};

const pulling = (url: URL): Contender => ({
  measure: async (milliseconds) => {
    const rate = await pull(url, milliseconds);
    return { '/s': rate, count: (rate * milliseconds) / 1_000 };
  },
});

/** What the site sends without asking its database much, or at all. */
const sendingContests = async ({ site, bare }: Ground, place: string, stops: Stops): Promise<Contest[]> => {
  const serve = async (name: string, url: URL): Promise<string> => {
    const folder = join(place, name);
    await mkdir(folder);
    await writeFile(join(folder, `${name}.webp`), Buffer.from(await (await fetch(url)).arrayBuffer()));
    return folder;
  };
  const home = new URL('/', site.url);
  const page = await startBare('bare-files.js', 'node:http', await serve('home', home));
  stops.unshift(page.stop);
  const photos = (await (await fetch(new URL('/api/photo/home', site.url))).json()) as {
    REPRESENTATIVE: { imageUrl: string };
  };
  const image = new URL(new URL(photos.REPRESENTATIVE.imageUrl, site.url).pathname, site.url);
  const nginx = await serveFolder(place, await serve('image', image));
  if (nginx !== undefined) stops.unshift(nginx.stop);
  return [
    {
      name: 'home HTML',
      ours: watched(site, asking(home)),
      limit: watched(page, asking(new URL(page.url))),
      of: 'node:http, a static string',
      goal: GOALS.home,
      enough: GOALS.homeRate,
    },
    {
      name: 'login',
      ours: loggingInOurs(site),
      limit: { measure: async (milliseconds) => ({ '/s': await measureHashes(milliseconds) }) },
      of: 'the bare hash',
      goal: GOALS.login,
    },
    {
      name: 'login in Node',
      ours: loggingInOurs(site),
      limit: loggingInBare(bare),
      of: 'node:http + pg + the hash, same statements',
    },
    ...(nginx === undefined
      ? []
      : [
          {
            name: 'image',
            ours: watched(site, pulling(image)),
            limit: pulling(new URL('image.webp', nginx.url)),
            of: 'nginx',
            goal: GOALS.image,
          },
        ]),
  ];
};

const openBareFolder = async (place: string): Promise<string> => {
  const dataDir = join(place, 'bare');
  await mkdir(dataDir);
  const database = await openDatabase({ databaseUrl: undefined, dataDir, log: createLog('silent') });
  await migrate(database);
  await fillSpeed(database.db, dataDir);
  await database.close();
  return join(dataDir, 'db');
};

const judgeRest = (sides: Finding['sides']): Pick<Finding, 'goals' | 'notes'> => {
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
  return {
    goals: [
      ...kinds.map((kind) => ({
        text: `${kind}: ${peak(kind).toFixed(0)} MB resident at most, goal ≤ ${MEMORY[kind]} MB`,
        isMet: peak(kind) <= MEMORY[kind],
      })),
      ...tails.map(({ kind, p50, p99 }) => ({
        text: `${kind}: booking p99 ${p99.toFixed(0)} ms is ${(p99 / p50).toFixed(1)} × p50, goal ≤ ${TAIL} ×`,
        isMet: p99 <= TAIL * p50,
      })),
    ],
  };
};

/**
 * How near does each path come to what the machine can do at best? `-- speed mine 'embedded booking'`: only those whose names
 * hold one of these.
 */
export const ask: Question = async (say, { isFull, args }) => {
  const isAsked = ({ name }: Contest): boolean =>
    args.length === 0 || args.some((part) => name.includes(part));
  const { rounds, milliseconds, bookings, embeddedBookings } = isFull ? full : quick;
  const stops: Stops = [];
  const place = await mkdtemp(join(tmpdir(), 'sajingwan-bench-'));
  stops.push(() => rm(place, { recursive: true, force: true }));
  try {
    say('both sites are filled');
    const open = async (kind: 'postgres' | 'embedded'): Promise<Site> => {
      const site = await openSite(kind, (db, _, dataDir) => fillSpeed(db, dataDir), stormIdentity);
      stops.unshift(site.stop);
      return site;
    };
    const [onPostgres, onEmbedded] = [await open('postgres'), await open('embedded')];
    const databaseUrl = onPostgres.databaseUrl ?? '';
    const plan = await makePlan(databaseUrl);
    const file = join(place, 'plan.json');
    await writeFile(file, JSON.stringify(plan));
    const openBare = async (kind: string, where: string): Promise<BareServer> => {
      const bare = await startBare('bare-recorded.js', kind, where, file);
      stops.unshift(bare.stop);
      return bare;
    };
    const postgres: Ground = {
      site: onPostgres,
      bare: await openBare('postgres', databaseUrl),
      clear: () => clear(databaseUrl),
    };
    const embedded: Ground = {
      site: onEmbedded,
      bare: await openBare('embedded', await openBareFolder(place)),
      clear: null,
    };
    const all: Contest[] = [
      ...listContests('postgres', postgres, ['questions', 'availability', 'photos', 'mine'], GOALS.lists),
      ...(await pgbenchContests(postgres, plan, place, bookings)),
      ...(await sendingContests(postgres, place, stops)),
      ...listContests('embedded', embedded, ['questions', 'availability', 'photos'], GOALS.embedded),
      {
        name: 'embedded booking',
        ours: bookingOurs(embedded, embeddedBookings),
        limit: bookingBare(embedded, embeddedBookings),
        of: 'node:http + PGlite',
        goal: GOALS.embeddedBooking,
      },
    ];
    const contests = all.filter(isAsked);
    say('each side is asked for a while: code that has just been loaded is slow');
    for (const { measure } of sidesOf(contests, WARM_UP)) await measure();
    const sides = await interleave(sidesOf(contests, milliseconds), rounds, say);
    return { sides, comparisons: contests.map((contest) => compare(contest, sides)), ...judgeRest(sides) };
  } finally {
    for (const stop of stops) await stop();
  }
};

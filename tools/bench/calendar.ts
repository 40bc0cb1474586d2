import { addDays, seoulDate } from '#contract/seoul-time.ts';
import type { Db } from '#server/db/database.ts';
import { testIdentity, type SignedInUser } from '#test/factories/signed-in-users.ts';
import {
  runInterleaved,
  quantile,
  type Figures,
  type BenchmarkResult,
  type Benchmark,
  type Side,
} from '#tools/bench/harness/interleaved-runs.ts';
import { measureLatencies } from '#tools/bench/harness/measure-latencies.ts';
import { openSite, type DatabaseKind, type Site } from '#tools/bench/harness/site.ts';
import { startBaseline } from '#tools/bench/baselines/start-baseline.ts';
import { BOOKINGS_PER_YEAR, seedYears } from '#tools/bench/seeds/seed-years.ts';

const ROUNDS = 7;
const CALLS_PER_ENDPOINT = { month: 100, list: 30, schedule: 30 } as const;
const WARM_UP_CALLS = 20;
const MONTH_GOAL_MS = 5;
/** Allowed ratio between the tenfold and the small table, to allow for noise. */
const MAX_GROWTH = 1.25;

/** Includes the 10th percentile, which a busy machine changes least. */
const summarise = (name: string, times: readonly number[]): Figures => ({
  [`${name} low ms`]: quantile(times, 0.1),
  [`${name} p50 ms`]: quantile(times, 0.5),
  [`${name} p99 ms`]: quantile(times, 0.99),
});

interface EndpointUrls {
  readonly month: URL;
  readonly list: URL;
  readonly schedule: URL | null;
  token(): Promise<string> | undefined;
}

const measure = async ({ month, list, schedule, token }: EndpointUrls): Promise<Figures> => {
  const bearer = await token();
  return {
    ...summarise('month', await measureLatencies(month, CALLS_PER_ENDPOINT.month, undefined)),
    ...summarise('list', await measureLatencies(list, CALLS_PER_ENDPOINT.list, bearer)),
    ...(schedule === null
      ? {}
      : summarise('schedule', await measureLatencies(schedule, CALLS_PER_ENDPOINT.schedule, bearer))),
  };
};

const endpointsOf = ({ url }: Site, admin: SignedInUser, month: string): EndpointUrls => ({
  month: new URL(`/api/reservation/availability?month=${month}`, url),
  list: new URL('/api/admin/reservation', url),
  schedule: new URL(`/api/admin/reservation/schedule?month=${month}`, url),
  token: admin.token,
});

const figureOf = (sides: BenchmarkResult['sides'], side: string, figure: string): number =>
  sides.find(({ name }) => name === side)?.medians[figure] ?? Number.NaN;

const checkGoals = (sides: BenchmarkResult['sides']): Omit<BenchmarkResult, 'sides'> => {
  const at = (side: string, figure: string): number => figureOf(sides, side, figure);
  const month = at('postgres 10y', 'month p50 ms');
  const kinds: readonly DatabaseKind[] = ['postgres', 'embedded'];
  const growths = (['list', 'month', 'schedule'] as const).flatMap((name) =>
    kinds.map((kind) => {
      const growth = at(`${kind} 10y`, `${name} low ms`) / at(`${kind} 1y`, `${name} low ms`);
      const text = `${kind}: ${name} with ten years takes ${growth.toFixed(2)} × the time with one, goal ≤ ${MAX_GROWTH}`;
      return { text, isMet: growth <= MAX_GROWTH };
    }),
  );
  return {
    goals: [
      {
        text: `postgres: month p50 ${month.toFixed(2)} ms with ten years of bookings, goal ≤ ${MONTH_GOAL_MS} ms`,
        isMet: month <= MONTH_GOAL_MS,
      },
      ...growths,
    ],
    notes: (['month', 'list'] as const).map((name) => {
      const ratio = at('postgres 10y', `${name} low ms`) / at('baseline', `${name} low ms`);
      return `postgres: ${name} takes ${ratio.toFixed(2)} × the time of a bare node:http and pg with the same query`;
    }),
  };
};

/** Measures whether the calendar's response time stays flat as the booking history grows. */
export const run: Benchmark = async (logProgress) => {
  const stops: (() => Promise<void>)[] = [];
  // A fully booked month in the middle of the year ahead.
  const month = addDays(seoulDate(new Date()), 180).slice(0, 7);
  const sides: Side[] = [];
  const add = async (name: string, urls: EndpointUrls): Promise<void> => {
    const bearer = await urls.token();
    await measureLatencies(urls.month, WARM_UP_CALLS, undefined);
    for (const url of [urls.list, urls.schedule])
      if (url !== null) await measureLatencies(url, WARM_UP_CALLS, bearer);
    sides.push({ name, measure: () => measure(urls) });
  };
  try {
    for (const kind of ['postgres', 'embedded'] as const) {
      for (const years of [1, 10]) {
        const admins: SignedInUser[] = [];
        const fill = async (db: Db): Promise<void> => void admins.push(await seedYears(db, years));
        logProgress(`${kind}: ${years} × ${BOOKINGS_PER_YEAR} bookings`);
        const site = await openSite(kind, fill, testIdentity);
        stops.unshift(site.stop);
        for (const admin of admins) await add(`${kind} ${years}y`, endpointsOf(site, admin, month));
        if (site.databaseUrl === null || years === 1) continue;
        const baseline = await startBaseline('baseline-calendar.js', site.databaseUrl);
        stops.unshift(baseline.stop);
        await add('baseline', {
          month: new URL(`/month?month=${month}`, baseline.url),
          list: new URL('/list', baseline.url),
          schedule: null,
          token: () => undefined,
        });
      }
    }
    const measured = await runInterleaved(sides, ROUNDS, logProgress);
    return { sides: measured, ...checkGoals(measured) };
  } finally {
    for (const stop of stops) await stop();
  }
};

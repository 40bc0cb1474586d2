import type { Database, Db } from '#server/db/database.ts';
import { testIdentity, type SignedInUser } from '#test/factories/signed-in-users.ts';
import { seedQuestions, QUESTION_COUNT, type Readers } from '#tools/bench/seeds/seed-questions.ts';
import {
  runInterleaved,
  quantile,
  type Figures,
  type BenchmarkResult,
  type Benchmark,
  type Side,
} from '#tools/bench/harness/interleaved-runs.ts';
import { measureLatencies } from '#tools/bench/harness/measure-latencies.ts';
import { openSite } from '#tools/bench/harness/site.ts';
import { startBaseline } from '#tools/bench/baselines/start-baseline.ts';

const ROUNDS = 5;
const CALLS_PER_ENDPOINT = 20;
const WARM_UP_CALLS = 5;
const P50_GOAL_MS = 20;
/** Page size that the site requests. */
const PAGE_QUERY = 'limit=20';

interface BenchmarkedEndpoint {
  readonly name: string;
  readonly path: string;
  readonly reader: keyof Readers | 'guest';
}

const searchEndpoint = (
  field: 'title' | 'content',
  [keyword, what]: readonly [string, string],
  reader: BenchmarkedEndpoint['reader'],
): BenchmarkedEndpoint => ({
  name: `${field} ${what} (${reader})`,
  path: `/api/question/search/${field}?${PAGE_QUERY}&keyword=${encodeURIComponent(keyword)}`,
  reader,
});

/** Chosen by frequency in the seeded texts and by number of syllables; see seeds/question-texts.ts. */
const KEYWORDS = [
  ['촬영', 'very frequent'],
  ['졸업', 'middling'],
  ['드론', 'rare'],
  ['헬리콥터', 'rare, four syllables'],
  ['촬', 'frequent, one syllable'],
  ['꽃', 'middling, one syllable'],
  ['뷁', 'absent, one syllable'],
  ['졸업 사진', 'middling, two words'],
] as const;

const endpoints: readonly BenchmarkedEndpoint[] = [
  { name: 'list (guest)', path: `/api/question?${PAGE_QUERY}`, reader: 'guest' },
  { name: 'list (member)', path: `/api/question?${PAGE_QUERY}`, reader: 'member' },
  {
    name: 'list, deep page (guest)',
    path: `/api/question?${PAGE_QUERY}&cursor=${QUESTION_COUNT / 2}`,
    reader: 'guest',
  },
  { name: 'own list', path: `/api/question/my?${PAGE_QUERY}`, reader: 'member' },
  ...(['title', 'content'] as const).flatMap((field) => [
    ...KEYWORDS.map((keyword) => searchEndpoint(field, keyword, 'guest')),
    ...KEYWORDS.slice(0, 4).map((keyword) => searchEndpoint(field, keyword, 'member')),
  ]),
  {
    name: 'content among own (member)',
    path: `/api/question/search/content?${PAGE_QUERY}&mine=true&keyword=${encodeURIComponent('졸업')}`,
    reader: 'member',
  },
  { name: 'admin list', path: `/api/admin/question?${PAGE_QUERY}`, reader: 'admin' },
  { name: 'admin list, answered', path: `/api/admin/question?${PAGE_QUERY}&answered=true`, reader: 'admin' },
];

const measure = async (
  base: string,
  readers: Readers | null,
  calls = CALLS_PER_ENDPOINT,
): Promise<Figures> => {
  const figures: Figures = {};
  for (const { name, path, reader } of endpoints) {
    const user: SignedInUser | undefined = reader === 'guest' ? undefined : readers?.[reader];
    const times = await measureLatencies(new URL(path, base), calls, await user?.token());
    figures[`${name} p50 ms`] = quantile(times, 0.5);
    figures[`${name} p99 ms`] = quantile(times, 0.99);
  }
  return figures;
};

const checkGoals = (sides: BenchmarkResult['sides']): Omit<BenchmarkResult, 'sides'> => {
  const at = (side: string, figure: string): number =>
    sides.find(({ name }) => name === side)?.medians[figure] ?? Number.NaN;
  return {
    goals: endpoints.map(({ name }) => {
      const p50 = at('postgres', `${name} p50 ms`);
      return {
        text: `postgres: ${name} p50 ${p50.toFixed(1)} ms, goal ≤ ${P50_GOAL_MS} ms`,
        isMet: p50 <= P50_GOAL_MS,
      };
    }),
    notes: endpoints.map(({ name }) => {
      const ratio = at('postgres', `${name} p50 ms`) / at('baseline', `${name} p50 ms`);
      return `postgres: ${name} takes ${ratio.toFixed(2)} × the time of a bare node:http and pg with the same query`;
    }),
  };
};

/** Measures whether lists and searches of 100,000 questions respond quickly for frequent and rare keywords. */
export const run: Benchmark = async (logProgress) => {
  const stops: (() => Promise<void>)[] = [];
  const sides: Side[] = [];
  const add = async (name: string, url: string, readers: Readers | null): Promise<void> => {
    await measure(url, readers, WARM_UP_CALLS);
    sides.push({ name, measure: () => measure(url, readers) });
  };
  try {
    for (const kind of ['postgres', 'embedded'] as const) {
      logProgress(`${kind}: ${QUESTION_COUNT} questions are inserted`);
      const filled: Readers[] = [];
      const fill = async (db: Db, exec: Database['exec']): Promise<void> =>
        void filled.push(await seedQuestions(db, exec));
      const site = await openSite(kind, fill, testIdentity);
      stops.unshift(site.stop);
      for (const readers of filled) {
        await add(kind, site.url, readers);
        if (site.databaseUrl === null) continue;
        // Serves the same paths. Receives the member id as an argument, because it does not authenticate.
        const baseline = await startBaseline('baseline-questions.js', site.databaseUrl, readers.member.id);
        stops.unshift(baseline.stop);
        await add('baseline', baseline.url, null);
      }
    }
    const measured = await runInterleaved(sides, ROUNDS, logProgress);
    return { sides: measured, ...checkGoals(measured) };
  } finally {
    for (const stop of stops) await stop();
  }
};

import os from 'node:os';
import lighthouse from 'lighthouse';
import { openBrowser } from '#tools/bench/harness/browser.ts';
import {
  runInterleaved,
  type Figures,
  type BenchmarkResult,
  type Benchmark,
} from '#tools/bench/harness/interleaved-runs.ts';
import { weighPages } from '#tools/bench/harness/page-weight.ts';
import { openSite } from '#tools/bench/harness/site.ts';
import { atLeast, atMost, type Goal } from '#tools/goals.ts';

const ROUNDS = 5;
const PAGES = {
  home: '/',
  category: '/category/WEDDING',
  price: '/price',
  introduce: '/introduce',
  date: '/reserve/date?category=FOOD',
  questions: '/question',
} as const;
const MEMBER_ROUTES = ['/login', '/register', '/reserve/date?category=FOOD'] as const;

// Limit for the JavaScript that a route adds to the home page's; react-hook-form takes 12.4 kB of it, react-query 9.1 kB.
const MAX_MEMBER_ROUTE_KB = 40;

// With 1.1 kB of headers a document fits into the initial congestion window of a connection (10 packets). One byte more costs a
// round trip before fonts and images are requested: 150 ms.
const MAX_DOCUMENT_KB = 13.4;

const MAX_WEIGHTS: Readonly<Record<string, number>> = {
  'home JavaScript kB': 120,
  'home JavaScript files': 5,
  'home CSS kB': 6,
  'home HTML kB': 5,
  'home fonts before LCP kB': 65,
  'home hero kB': 90,
  ...Object.fromEntries(Object.keys(PAGES).map((name) => [`${name} document kB`, MAX_DOCUMENT_KB])),
  ...Object.fromEntries(MEMBER_ROUTES.map((route) => [`${route} JavaScript kB`, MAX_MEMBER_ROUTE_KB])),
};
const MIN_SCORES = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const MAX_TIMES = { 'FCP ms': 900, 'LCP ms': 1_600, CLS: 0.01, 'TBT ms': 120 } as const;
/** Lighthouse's benchmark of the machine: below this it is slower than the phone that it emulates. */
const MIN_BENCHMARK_INDEX = 1000;

const audits = {
  'FCP ms': 'first-contentful-paint',
  'LCP ms': 'largest-contentful-paint',
  CLS: 'cumulative-layout-shift',
  'TBT ms': 'total-blocking-time',
} as const;

const MAX_ATTEMPTS = 3;
const RETRYABLE_ERRORS: ReadonlySet<string> = new Set(['NO_NAVSTART', 'NO_TRACING_STARTED', 'NO_FCP']);

/**
 * Runs Lighthouse's mobile preset: simulated slow 4G, CPU four times slower. Retries when the trace fails, which happens on a
 * busy machine and says nothing about the page.
 */
const runLighthouse = async (url: string, port: number, attempts = MAX_ATTEMPTS): Promise<Figures> => {
  const run = await lighthouse(url, { port, output: 'json', logLevel: 'silent' });
  if (run === undefined) throw new Error(`Lighthouse returned no report for ${url}`);
  const { categories, audits: found, environment, runtimeError } = run.lhr;
  if (runtimeError !== undefined) {
    if (attempts > 1 && RETRYABLE_ERRORS.has(runtimeError.code))
      return runLighthouse(url, port, attempts - 1);
    throw new Error(runtimeError.message);
  }
  return {
    ...Object.fromEntries(
      Object.keys(MIN_SCORES).map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
    ),
    ...Object.fromEntries(
      Object.entries(audits).map(([name, id]) => [name, found[id]?.numericValue ?? Number.NaN]),
    ),
    benchmarkIndex: environment.benchmarkIndex,
  };
};

const checkWeights = (weights: Figures): readonly Goal[] => [
  ...Object.entries(MAX_WEIGHTS).map(([name, most]) => atMost(name, weights[name] ?? Number.NaN, most)),
  atLeast(
    'home: ms from LCP to the first JavaScript',
    weights['home JavaScript after LCP ms'] ?? Number.NaN,
    0,
  ),
];

const checkPage = (page: string, figures: Figures): readonly Goal[] => [
  ...Object.entries(MIN_SCORES).map(([name, least]) =>
    atLeast(`${page}: ${name}`, figures[name] ?? Number.NaN, least),
  ),
  ...Object.entries(MAX_TIMES).map(([name, most]) =>
    atMost(`${page}: ${name}`, figures[name] ?? Number.NaN, most),
  ),
];

const describeMachine = (runs: BenchmarkResult['sides']): string => {
  const indexes = runs.flatMap(({ rounds }) => rounds.map((round) => round['benchmarkIndex'] ?? 0));
  const [least, most] = [Math.min(...indexes), Math.max(...indexes)];
  const load = os.loadavg()[0] ?? 0;
  const isNoisy = least < MIN_BENCHMARK_INDEX || load > os.cpus().length || most > 1.3 * least;
  const decision = isNoisy ? 'too busy or too slow for reliable times; bytes are reliable' : 'fit';
  return `benchmarkIndex ${Math.round(least)}…${Math.round(most)}, load ${load.toFixed(1)}: this machine is ${decision}`;
};

/** Measures the weight and the Lighthouse scores of each page, as on a phone with a slow network. */
export const run: Benchmark = async ({ logProgress, defer }) => {
  const env = { SAMPLE_CONTENT: 'true', RATE_LIMITS: 'off' };
  const site = await openSite('embedded', () => Promise.resolve(), env);
  defer(site.stop);
  const { browser, port } = await openBrowser();
  defer(() => browser.close());
  logProgress('bytes');
  const weights = await weighPages(browser, site.url, MEMBER_ROUTES, PAGES);
  const sides = Object.entries(PAGES).map(([name, path]) => ({
    name,
    measure: () => runLighthouse(site.url + path, port),
  }));
  const runs = await runInterleaved(sides, ROUNDS, logProgress);
  return {
    sides: [...runs, { name: 'bytes', medians: weights, rounds: [weights] }],
    goals: [...checkWeights(weights), ...runs.flatMap(({ name, medians }) => checkPage(name, medians))],
    notes: [describeMachine(runs)],
  };
};

import { setTimeout as sleep } from 'node:timers/promises';
import { sendTimedRequest, newIp, pollAtRate, type TimedResponse } from '#tools/bench/harness/http-client.ts';
import { seedLogins, loginIdOf, measureHashRate, PASSWORD } from '#tools/bench/seeds/seed-logins.ts';
import {
  runInterleaved,
  quantile,
  type Figures,
  type BenchmarkResult,
  type Benchmark,
  type Side,
} from '#tools/bench/harness/interleaved-runs.ts';
import { openSite, type DatabaseKind, type Site } from '#tools/bench/harness/site.ts';

const MEMBERS = 200;
const ROUNDS = 5;
/** Requests per second for the booked times during the logins. */
const POLLS_PER_S = 50;
const IDLE_MS = 2_000;
const HASH_MEASURE_MS = 1_000;
const P99_GOAL_MS = 300;
const TOO_MANY_REQUESTS = 429;
/**
 * Logins before the first round: the first logins after a start spend half a second on compilation, which is not measured
 * here.
 */
const WARM_UP_LOGINS = 30;

/** Repeats a login until it is admitted, waiting for Retry-After each time. Resolves to the responses of all attempts. */
const logInUntilAdmitted = async (url: URL, index: number): Promise<TimedResponse[]> => {
  const [ip, body] = [newIp(), { loginId: loginIdOf(index), password: PASSWORD }];
  const responses: TimedResponse[] = [];
  for (;;) {
    const response = await sendTimedRequest(url, { method: 'POST', ip, body });
    responses.push(response);
    if (response.status !== TOO_MANY_REQUESTS) return responses;
    if (response.retryAfterS === null) throw new Error('a rejected login had no Retry-After header');
    await sleep(response.retryAfterS * 1_000);
  }
};

const warmUp = async ({ url }: Site): Promise<void> => {
  const login = new URL('/api/auth/login', url);
  for (let index = 0; index < WARM_UP_LOGINS; index += 1) await logInUntilAdmitted(login, index);
};

const describePolls = (when: string, times: readonly number[]): Figures => ({
  [`${when} p50 ms`]: quantile(times, 0.5),
  [`${when} p99 ms`]: quantile(times, 0.99),
  [`${when} max ms`]: quantile(times, 1),
});

const measure = async ({ url }: Site): Promise<Figures> => {
  const bookedTimes = new URL('/api/reservation/booked-times?date=2026-12-24', url);
  const login = new URL('/api/auth/login', url);
  const pollOne = (since: number): Promise<TimedResponse> =>
    sendTimedRequest(bookedTimes, { method: 'GET', ip: newIp(), dueAt: since });

  const hashRate = await measureHashRate(HASH_MEASURE_MS);
  const idle = await pollAtRate(POLLS_PER_S, sleep(IDLE_MS), pollOne);
  const begin = performance.now();
  const logins = Promise.all(Array.from({ length: MEMBERS }, (_, index) => logInUntilAdmitted(login, index)));
  const during = await pollAtRate(POLLS_PER_S, logins, pollOne);
  const attempts = await logins;
  const seconds = (performance.now() - begin) / 1_000;
  const countLast = (status: number): number =>
    attempts.filter((responses) => responses.at(-1)?.status === status).length;
  const rejected = attempts.flat().filter((response) => response.status === TOO_MANY_REQUESTS);
  return {
    ...describePolls('before', idle),
    ...describePolls('during', during),
    'admitted at first': attempts.filter(([first]) => first?.status === 200).length,
    '429 at first': attempts.filter(([first]) => first?.status === TOO_MANY_REQUESTS).length,
    '429 in all': rejected.length,
    '429 p99 ms': quantile(
      rejected.map(({ milliseconds }) => milliseconds),
      0.99,
    ),
    'admitted in the end': countLast(200),
    seconds,
    'logins/s': countLast(200) / seconds,
    'hashes alone/s': hashRate,
  };
};

const checkGoals = (sides: BenchmarkResult['sides']): BenchmarkResult['goals'] =>
  sides.map(({ name, medians }) => {
    const p99 = medians['during p99 ms'] ?? Number.NaN;
    return {
      text: `${name}: booked-times p99 ${p99.toFixed(0)} ms during the logins, goal < ${P99_GOAL_MS} ms`,
      isMet: p99 < P99_GOAL_MS,
    };
  });

/** Measures whether the booked times stay responsive during 200 concurrent logins. */
export const run: Benchmark = async (logProgress) => {
  const kinds: readonly DatabaseKind[] = ['embedded', 'postgres'];
  const sites: Site[] = [];
  try {
    const sides: Side[] = [];
    for (const name of kinds) {
      const site = await openSite(name, (db) => seedLogins(db, MEMBERS));
      sites.push(site);
      await warmUp(site);
      sides.push({ name, measure: () => measure(site) });
    }
    const measured = await runInterleaved(sides, ROUNDS, logProgress);
    return { sides: measured, goals: checkGoals(measured) };
  } finally {
    await Promise.all(sites.map((site) => site.stop()));
  }
};

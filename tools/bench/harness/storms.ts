import { setTimeout as sleep } from 'node:timers/promises';
import { loginIdOf, PASSWORD } from '#tools/bench/seeds/seed-logins.ts';
import { BOOKER_COUNT, LOGIN_COUNT, refreshTokenOf } from '#tools/bench/seeds/seed-speed.ts';
import { atMost, quantile, type Goal } from '#tools/goals.ts';
import { newIp, pollAtRate, sendTimedRequest, type TimedResponse } from './http-client.ts';
import type { BenchmarkResult, Figures, Side } from './interleaved-runs.ts';
import type { Site } from './site.ts';

export const STORM_ROUNDS = 3;
/** Requests per second for the booked times during the logins. */
const POLLS_PER_S = 50;
/** All tabs of a browser refresh the same token at once; the tokens of the browsers expire within `SPREAD_MS`. */
const BROWSERS = Math.floor(BOOKER_COUNT / STORM_ROUNDS);
const TABS = 5;
const SPREAD_MS = 2_500;
const P99_GOAL_MS = 300;
const TOO_MANY_REQUESTS = 429;

const describe = (times: readonly number[]): Figures => ({
  'p50 ms': quantile(times, 0.5),
  'p99 ms': quantile(times, 0.99),
});

/** Repeats a login until it is admitted, waiting for Retry-After each time. Resolves to the number of rejections. */
const logInUntilAdmitted = async (url: URL, index: number): Promise<number> => {
  const [ip, body] = [newIp(), { loginId: loginIdOf(index), password: PASSWORD }];
  for (let rejections = 0; ; rejections += 1) {
    const { status, retryAfterS } = await sendTimedRequest(url, { method: 'POST', ip, body });
    if (status === 200) return rejections;
    if (status !== TOO_MANY_REQUESTS || retryAfterS === null) throw new Error(`a login returned ${status}`);
    await sleep(retryAfterS * 1_000);
  }
};

/** The latencies of the booked times while all members log in at once. */
const measureLogins = async ({ url }: Site): Promise<Figures> => {
  const bookedTimes = new URL('/api/reservation/booked-times?date=2026-12-24', url);
  const login = new URL('/api/auth/login', url);
  const began = performance.now();
  const logins = Promise.all(Array.from({ length: LOGIN_COUNT }, (_, n) => logInUntilAdmitted(login, n)));
  const times = await pollAtRate(POLLS_PER_S, logins, (dueAt) =>
    sendTimedRequest(bookedTimes, { method: 'GET', ip: newIp(), dueAt }),
  );
  const rejections = await logins;
  return {
    ...describe(times),
    '/s': (LOGIN_COUNT * 1_000) / (performance.now() - began),
    rejected: rejections.reduce((sum, count) => sum + count, 0),
  };
};

const measureRefreshes = async ({ url }: Site, first: number): Promise<Figures> => {
  const reissue = new URL('/api/auth/reissue', url);
  const refreshTabs = async (n: number): Promise<TimedResponse[]> => {
    await sleep((n * SPREAD_MS) / BROWSERS);
    const body = { refreshToken: refreshTokenOf(first + n) };
    const refresh = () => sendTimedRequest(reissue, { method: 'POST', ip: newIp(), body });
    return Promise.all(Array.from({ length: TABS }, refresh));
  };
  const responses = (await Promise.all(Array.from({ length: BROWSERS }, (_, n) => refreshTabs(n)))).flat();
  const countOf = (sought: number) => responses.filter(({ status }) => status === sought).length;
  const rejected = countOf(TOO_MANY_REQUESTS);
  if (countOf(200) + rejected < responses.length) throw new Error('a refresh lost its session');
  return { ...describe(responses.map(({ milliseconds }) => milliseconds)), rejected };
};

/** Each measurement uses other tokens, of which there are enough for `STORM_ROUNDS`. */
export const stormSides = (site: Site): Side[] => {
  let round = 0;
  return [
    { name: `${site.kind} login storm`, measure: () => measureLogins(site) },
    { name: `${site.kind} refresh storm`, measure: () => measureRefreshes(site, BROWSERS * round++) },
  ];
};

/** A goal for each storm, but the single connection of the embedded database limits how fast it refreshes. */
export const checkStorms = (sides: BenchmarkResult['sides']): Goal[] =>
  sides.map(({ name, medians }) => {
    const figure = (key: string): string => (medians[key] ?? Number.NaN).toFixed(0);
    const subject = name.endsWith('login storm')
      ? `booked times during ${LOGIN_COUNT} logins (${figure('/s')}/s)`
      : `${BROWSERS * TABS} refreshes`;
    const what = `${name}: ${subject}, ${figure('rejected')} rejected by 429, p50 ${figure('p50 ms')} ms, p99`;
    return name === 'embedded refresh storm'
      ? { text: `${what}: ${figure('p99 ms')} ms, no goal`, isMet: true }
      : atMost(what, medians['p99 ms'] ?? Number.NaN, P99_GOAL_MS, 'ms');
  });

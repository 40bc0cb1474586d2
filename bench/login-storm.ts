import { setTimeout as sleep } from 'node:timers/promises';
import { call, newAddress, poll } from './harness/client.ts';
import type { Reply } from './harness/client.ts';
import { insertLogins, loginIdOf, measureHashes, PASSWORD } from './harness/logins.ts';
import { interleave, quantile } from './harness/rounds.ts';
import type { Figures, Finding, Question, Side } from './harness/rounds.ts';
import { openSite } from './harness/site.ts';
import type { DatabaseKind, Site } from './harness/site.ts';

const MEMBERS = 200;
const ROUNDS = 5;
/** Calls a second for the taken times. */
const RATE = 50;
const CALM = 2_000;
const BARE = 1_000;
const GOAL = 300;
const REFUSED = 429;
/** Logins before the first round: a server's very first ones compile for half a second, which is another question. */
const WARM_UP = 30;

/** Tries until there was room, waiting as told each time; every try's reply. */
const logInAtLast = async (url: URL, index: number): Promise<Reply[]> => {
  const [address, body] = [newAddress(), { loginId: loginIdOf(index), password: PASSWORD }];
  const replies: Reply[] = [];
  for (;;) {
    const reply = await call(url, { method: 'POST', address, body });
    replies.push(reply);
    if (reply.status !== REFUSED) return replies;
    if (reply.retryAfter === null) throw new Error('a refused login was not told when to come back');
    await sleep(reply.retryAfter * 1_000);
  }
};

const warmUp = async ({ url }: Site): Promise<void> => {
  const login = new URL('/api/auth/login', url);
  for (let index = 0; index < WARM_UP; index += 1) await logInAtLast(login, index);
};

const describePolls = (when: string, times: readonly number[]): Figures => ({
  [`${when} p50 ms`]: quantile(times, 0.5),
  [`${when} p99 ms`]: quantile(times, 0.99),
  [`${when} max ms`]: quantile(times, 1),
});

const measure = async ({ url }: Site): Promise<Figures> => {
  const bookedTimes = new URL('/api/reservation/booked-times?date=2026-12-24', url);
  const login = new URL('/api/auth/login', url);
  const pollOne = (since: number): Promise<Reply> =>
    call(bookedTimes, { method: 'GET', address: newAddress(), since });

  const bare = await measureHashes(BARE);
  const calm = await poll(RATE, sleep(CALM), pollOne);
  const begin = performance.now();
  const storm = Promise.all(Array.from({ length: MEMBERS }, (_, index) => logInAtLast(login, index)));
  const during = await poll(RATE, storm, pollOne);
  const tries = await storm;
  const seconds = (performance.now() - begin) / 1_000;
  const countLast = (status: number): number =>
    tries.filter((replies) => replies.at(-1)?.status === status).length;
  const refused = tries.flat().filter((reply) => reply.status === REFUSED);
  return {
    ...describePolls('before', calm),
    ...describePolls('during', during),
    'in at first': tries.filter(([first]) => first?.status === 200).length,
    '429 at first': tries.filter(([first]) => first?.status === REFUSED).length,
    '429 in all': refused.length,
    '429 p99 ms': quantile(
      refused.map(({ milliseconds }) => milliseconds),
      0.99,
    ),
    'in at last': countLast(200),
    seconds,
    'logins/s': countLast(200) / seconds,
    'bare hashes/s': bare,
  };
};

const judge = (sides: Finding['sides']): Finding['goals'] =>
  sides.map(({ name, medians }) => {
    const p99 = medians['during p99 ms'] ?? Number.NaN;
    return {
      text: `${name}: booked-times p99 ${p99.toFixed(0)} ms during the storm, goal < ${GOAL} ms`,
      isMet: p99 < GOAL,
    };
  });

/** Do 200 logins at once leave the taken times readable? */
export const ask: Question = async (say) => {
  const kinds: readonly DatabaseKind[] = ['embedded', 'postgres'];
  const sites: Site[] = [];
  try {
    const sides: Side[] = [];
    for (const name of kinds) {
      const site = await openSite(name, (db) => insertLogins(db, MEMBERS));
      sites.push(site);
      await warmUp(site);
      sides.push({ name, measure: () => measure(site) });
    }
    const measured = await interleave(sides, ROUNDS, say);
    return { sides: measured, goals: judge(measured) };
  } finally {
    await Promise.all(sites.map((site) => site.stop()));
  }
};

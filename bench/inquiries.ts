import type { Database, Db } from '#server/db/connection.ts';
import { stormIdentity } from '#test/torture/people.ts';
import type { Person } from '#test/torture/people.ts';
import { call, newAddress } from './harness/client.ts';
import { fillInquiries, INQUIRIES } from './harness/fill-inquiries.ts';
import type { Readers } from './harness/fill-inquiries.ts';
import { interleave, quantile } from './harness/rounds.ts';
import type { Figures, Finding, Question, Side } from './harness/rounds.ts';
import { openSite } from './harness/site.ts';
import { startBare } from './harness/start-bare.ts';

const ROUNDS = 5;
const CALLS = 20;
const WARM_UP = 5;
const GOAL = 20;
/** As the site asks for it. */
const PAGE = 'limit=20';

interface Door {
  readonly name: string;
  readonly path: string;
  readonly reader: keyof Readers | 'guest';
}

const searchDoor = (
  field: 'title' | 'content',
  [keyword, what]: readonly [string, string],
  reader: Door['reader'],
): Door => ({
  name: `${field} ${what} (${reader})`,
  path: `/api/question/search/${field}?${PAGE}&keyword=${encodeURIComponent(keyword)}`,
  reader,
});

/** By how often they are in texts and by their syllables; see harness/inquiry-texts.ts. */
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

const doors: readonly Door[] = [
  { name: 'list (guest)', path: `/api/question?${PAGE}`, reader: 'guest' },
  { name: 'list (member)', path: `/api/question?${PAGE}`, reader: 'member' },
  { name: 'list, deep page (guest)', path: `/api/question?${PAGE}&cursor=${INQUIRIES / 2}`, reader: 'guest' },
  { name: 'own list', path: `/api/question/my?${PAGE}`, reader: 'member' },
  ...(['title', 'content'] as const).flatMap((field) => [
    ...KEYWORDS.map((keyword) => searchDoor(field, keyword, 'guest')),
    ...KEYWORDS.slice(0, 4).map((keyword) => searchDoor(field, keyword, 'member')),
  ]),
  {
    name: 'content among own (member)',
    path: `/api/question/search/content?${PAGE}&mine=true&keyword=${encodeURIComponent('졸업')}`,
    reader: 'member',
  },
  { name: 'admin list', path: `/api/admin/question?${PAGE}`, reader: 'admin' },
  { name: 'admin list, answered', path: `/api/admin/question?${PAGE}&answered=true`, reader: 'admin' },
];

/** One call after another, as the server answers when it has time for each. */
const time = async (url: URL, count: number, token: string | undefined): Promise<number[]> => {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const whose = token === undefined ? {} : { token };
    const { status, milliseconds } = await call(url, { method: 'GET', address: newAddress(), ...whose });
    if (status !== 200) throw new Error(`${url.pathname} answered ${status}`);
    times.push(milliseconds);
  }
  return times;
};

const measure = async (base: string, readers: Readers | null, calls = CALLS): Promise<Figures> => {
  const figures: Figures = {};
  for (const { name, path, reader } of doors) {
    const person: Person | undefined = reader === 'guest' ? undefined : readers?.[reader];
    const times = await time(new URL(path, base), calls, await person?.token());
    figures[`${name} p50 ms`] = quantile(times, 0.5);
    figures[`${name} p99 ms`] = quantile(times, 0.99);
  }
  return figures;
};

const judge = (sides: Finding['sides']): Omit<Finding, 'sides'> => {
  const at = (side: string, figure: string): number =>
    sides.find(({ name }) => name === side)?.medians[figure] ?? Number.NaN;
  return {
    goals: doors.map(({ name }) => {
      const p50 = at('postgres', `${name} p50 ms`);
      return { text: `postgres: ${name} p50 ${p50.toFixed(1)} ms, goal ≤ ${GOAL} ms`, isMet: p50 <= GOAL };
    }),
    notes: doors.map(({ name }) => {
      const ratio = at('postgres', `${name} p50 ms`) / at('bare', `${name} p50 ms`);
      return `postgres: ${name} takes ${ratio.toFixed(2)} × the time of a bare node:http and pg with the same query`;
    }),
  };
};

/** Are a hundred thousand inquiries listed and searched at once, whatever word one looks for? */
export const ask: Question = async (say) => {
  const stops: (() => Promise<void>)[] = [];
  const sides: Side[] = [];
  const add = async (name: string, url: string, readers: Readers | null): Promise<void> => {
    await measure(url, readers, WARM_UP);
    sides.push({ name, measure: () => measure(url, readers) });
  };
  try {
    for (const kind of ['postgres', 'embedded'] as const) {
      say(`${kind}: ${INQUIRIES} inquiries are written`);
      const filled: Readers[] = [];
      const fill = async (db: Db, exec: Database['exec']): Promise<void> =>
        void filled.push(await fillInquiries(db, exec));
      const site = await openSite(kind, fill, stormIdentity);
      stops.unshift(site.stop);
      for (const readers of filled) {
        await add(kind, site.url, readers);
        if (site.databaseUrl === null) continue;
        // The same paths; whose they are it is told at once, since it asks nobody for a token.
        const bare = await startBare('bare-inquiries.js', site.databaseUrl, readers.member.id);
        stops.unshift(bare.stop);
        await add('bare', bare.url, null);
      }
    }
    const measured = await interleave(sides, ROUNDS, say);
    return { sides: measured, ...judge(measured) };
  } finally {
    for (const stop of stops) await stop();
  }
};

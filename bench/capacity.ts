import { availableParallelism } from 'node:os';
import { stormIdentity } from '#test/torture/people.ts';
import { openBrowser } from './harness/browser.ts';
import { newAddress } from './harness/client.ts';
import { drive, until, writeRequest } from './harness/drive.ts';
import { allCpuSeconds } from './harness/process-figures.ts';
import { interleave } from './harness/rounds.ts';
import type { Figures, Question, Side } from './harness/rounds.ts';
import { openSite } from './harness/site.ts';
import type { DatabaseKind, Site } from './harness/site.ts';
import { fillSpeed, tokenOf } from './harness/speed-data.ts';
import { writeBooking } from './harness/speed-plan.ts';
import { recordVisit } from './harness/visit.ts';
import type { Asked } from './harness/visit.ts';

const quick = { rounds: 3, milliseconds: 4_000, bookings: 320 };
const full = { rounds: 5, milliseconds: 15_000, bookings: 280 };
const CLIENTS = 32;

const grounds: readonly { name: string; kind: DatabaseKind; settings: Record<string, string> }[] = [
  { name: 'one process', kind: 'postgres', settings: {} },
  { name: 'two processes', kind: 'postgres', settings: { WEB_CONCURRENCY: '2' } },
  { name: 'embedded', kind: 'embedded', settings: {} },
];

/** With the milliseconds of a processor that each took, of the site's processes and of its PostgreSQL. */
const costing = async ({ pid, databasePid }: Site, work: () => Promise<Figures>): Promise<Figures> => {
  const read = (): number[] => [allCpuSeconds(pid), databasePid === null ? 0 : allCpuSeconds(databasePid)];
  const before = read();
  const figures = await work();
  const [site = 0, database = 0] = read().map((now, index) => (now - (before[index] ?? 0)) * 1_000);
  const count = figures.count ?? Number.NaN;
  return { ...figures, 'CPU ms': site / count, 'database CPU ms': database / count };
};

const visiting =
  (site: Site, visit: readonly Asked[], milliseconds: number) => async (): Promise<Figures> => {
    const url = new URL(site.url);
    let [turn, address] = [0, newAddress()];
    const write = (): string => {
      const { path, headers } = visit[turn % visit.length] ?? { path: '/', headers: {} };
      if (turn % visit.length === 0) address = newAddress();
      turn += 1;
      return writeRequest(new URL(path, url), { headers: { ...headers, 'x-forwarded-for': address } });
    };
    const {
      count = 0,
      '/s': rate = 0,
      ...times
    } = await drive({
      url,
      connections: CLIENTS,
      mayRefuse: true,
      next: until(milliseconds, write),
    });
    return { count: count / visit.length, 'visits/s': rate / visit.length, 'requests/s': rate, ...times };
  };

/** Each of another member, at another slot. */
const booking = (site: Site, bookings: number) => {
  let taken = 0;
  return async (): Promise<Figures> => {
    const url = new URL('/api/reservation', site.url);
    const texts = await Promise.all(
      Array.from({ length: bookings }, async (_, index) =>
        writeBooking(url, taken + index, await tokenOf(taken + index), newAddress()),
      ),
    );
    taken += bookings;
    return drive({ url, connections: CLIENTS, status: 201, next: () => texts.pop() ?? null });
  };
};

/** How many visitors and bookings do one process, two, and the embedded database bear? */
export const ask: Question = async (say, { isFull }) => {
  const { rounds, milliseconds, bookings } = isFull ? full : quick;
  const stops: (() => Promise<void>)[] = [];
  try {
    const { browser } = await openBrowser();
    stops.unshift(() => browser.close());
    const sides: Side[] = [];
    let visit: readonly Asked[] = [];
    for (const { name, kind, settings } of grounds) {
      say(`${name}: is filled`);
      const site = await openSite(kind, (db, _, dataDir) => fillSpeed(db, dataDir), {
        ...stormIdentity,
        ...settings,
      });
      stops.unshift(site.stop);
      // The same site each time, so what one asks for is what all ask for.
      if (visit.length === 0) visit = await recordVisit(browser, site.url);
      const warmUp = visiting(site, visit, 2_000);
      await warmUp();
      const look = visiting(site, visit, milliseconds);
      const book = booking(site, bookings);
      sides.push(
        { name: `${name}: visits`, measure: () => costing(site, look) },
        { name: `${name}: bookings`, measure: () => costing(site, book) },
      );
    }
    const measured = await interleave(sides, rounds, say);
    return {
      sides: measured,
      goals: [],
      notes: [
        `a visit is ${visit.length} requests: ${visit.map(({ path }) => path).join(' ')}`,
        `${availableParallelism()} processors, which PostgreSQL and those who ask share`,
      ],
    };
  } finally {
    for (const stop of stops) await stop();
  }
};

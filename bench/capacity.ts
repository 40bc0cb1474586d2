import { availableParallelism } from 'node:os';
import { stormIdentity } from '#test/torture/people.ts';
import { booking, BOOKING_CLIENTS } from './harness/booking.ts';
import { openBrowser } from './harness/browser.ts';
import { newAddress } from './harness/client.ts';
import { watched } from './harness/contest.ts';
import type { Contender } from './harness/contest.ts';
import { drive, until, writeRequest } from './harness/drive.ts';
import { interleave } from './harness/rounds.ts';
import type { Question, Side } from './harness/rounds.ts';
import { openSite } from './harness/site.ts';
import type { DatabaseKind, Site } from './harness/site.ts';
import { fillSpeed } from './harness/speed-data.ts';
import { recordVisit } from './harness/visit.ts';
import type { Asked } from './harness/visit.ts';

const quick = { rounds: 3, milliseconds: 4_000, bookings: 320 };
const full = { rounds: 5, milliseconds: 15_000, bookings: 280 };

const grounds: readonly { name: string; kind: DatabaseKind; settings: Record<string, string> }[] = [
  { name: 'one process', kind: 'postgres', settings: {} },
  { name: 'two processes', kind: 'postgres', settings: { WEB_CONCURRENCY: '2' } },
  { name: 'embedded', kind: 'embedded', settings: {} },
];

/** Visitors as a browser asks for them, each from another address. */
const visiting = (site: Site, visit: readonly Asked[]): Contender => ({
  measure: async (milliseconds) => {
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
      connections: BOOKING_CLIENTS,
      mayRefuse: true,
      next: until(milliseconds, write),
    });
    return { count: count / visit.length, 'visits/s': rate / visit.length, 'requests/s': rate, ...times };
  },
});

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
      const look = visiting(site, visit);
      await look.measure(2_000);
      const book = booking({ base: site.url, count: bookings });
      sides.push(
        { name: `${name}: visits`, measure: () => watched(site, look).measure(milliseconds) },
        { name: `${name}: bookings`, measure: () => watched(site, book).measure(milliseconds) },
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

import { availableParallelism } from 'node:os';
import { testIdentity } from '#test/factories/signed-in-users.ts';
import { bookingSubject, BOOKING_CLIENTS } from '#tools/bench/harness/booking-load.ts';
import { openBrowser } from '#tools/bench/harness/browser.ts';
import { newIp } from '#tools/bench/harness/http-client.ts';
import { withProcessMetrics, type Subject } from '#tools/bench/harness/comparison.ts';
import { generateLoad, requestsFor, formatRequest } from '#tools/bench/harness/load-generator.ts';
import { runInterleaved, type Benchmark, type Side } from '#tools/bench/harness/interleaved-runs.ts';
import { openSite, type DatabaseKind, type Site } from '#tools/bench/harness/site.ts';
import { seedSpeed } from '#tools/bench/seeds/seed-speed.ts';
import { recordVisit, type RecordedRequest } from '#tools/bench/harness/record-visit.ts';

const quick = { rounds: 3, milliseconds: 4_000, bookings: 320 };
const full = { rounds: 5, milliseconds: 15_000, bookings: 280 };

const environments: readonly { name: string; kind: DatabaseKind; settings: Record<string, string> }[] = [
  { name: 'one process', kind: 'postgres', settings: {} },
  { name: 'two processes', kind: 'postgres', settings: { WEB_CONCURRENCY: '2' } },
  { name: 'embedded', kind: 'embedded', settings: {} },
];

/** Replays a recorded visit; each visit has its own client IP address. */
const visitSubject = (site: Site, visit: readonly RecordedRequest[]): Subject => ({
  measure: async (milliseconds) => {
    const url = new URL(site.url);
    let [turn, ip] = [0, newIp()];
    const write = (): string => {
      const { path, headers } = visit[turn % visit.length] ?? { path: '/', headers: {} };
      if (turn % visit.length === 0) ip = newIp();
      turn += 1;
      return formatRequest(new URL(path, url), { headers: { ...headers, 'x-forwarded-for': ip } });
    };
    const {
      count = 0,
      '/s': rate = 0,
      ...times
    } = await generateLoad({
      url,
      connections: BOOKING_CLIENTS,
      allowRejections: true,
      next: requestsFor(milliseconds, write),
    });
    return { count: count / visit.length, 'visits/s': rate / visit.length, 'requests/s': rate, ...times };
  },
});

/** Measures how many visits and bookings per second one process, two processes and the embedded database serve. */
export const run: Benchmark = async (logProgress, { isFull }) => {
  const { rounds, milliseconds, bookings } = isFull ? full : quick;
  const stops: (() => Promise<void>)[] = [];
  try {
    const { browser } = await openBrowser();
    stops.unshift(() => browser.close());
    const sides: Side[] = [];
    let visit: readonly RecordedRequest[] = [];
    for (const { name, kind, settings } of environments) {
      logProgress(`${name}: seeding`);
      const site = await openSite(kind, (db, _, dataDir) => seedSpeed(db, dataDir), {
        ...testIdentity,
        ...settings,
      });
      stops.unshift(site.stop);
      // All environments serve the same site, so one recorded visit fits all.
      if (visit.length === 0) visit = await recordVisit(browser, site.url);
      const visits = visitSubject(site, visit);
      await visits.measure(2_000);
      const bookingLoad = bookingSubject({ base: site.url, count: bookings });
      sides.push(
        { name: `${name}: visits`, measure: () => withProcessMetrics(site, visits).measure(milliseconds) },
        {
          name: `${name}: bookings`,
          measure: () => withProcessMetrics(site, bookingLoad).measure(milliseconds),
        },
      );
    }
    const measured = await runInterleaved(sides, rounds, logProgress);
    return {
      sides: measured,
      goals: [],
      notes: [
        `a visit is ${visit.length} requests: ${visit.map(({ path }) => path).join(' ')}`,
        `${availableParallelism()} processors, shared by the server, PostgreSQL and the load generator`,
      ],
    };
  } finally {
    for (const stop of stops) await stop();
  }
};

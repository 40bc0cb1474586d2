import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createHttpClient } from '#tools/chaos/client.ts';
import { book, cancel, createWorkload, type Workload } from '#tools/chaos/operations.ts';
import { insertSignedInUsers, testIdentity, type SignedInUser } from '#test/factories/signed-in-users.ts';
import type { DateSlot } from '#tools/chaos/checker/history.ts';
import { createMetricsReader, type MetricsReader } from '#tools/chaos/server-metrics.ts';
import { bookableDates, pickRandom, slotsOn } from '#tools/chaos/random-clients.ts';
import { residentBytes } from '#tools/bench/harness/process-metrics.ts';
import {
  quantile,
  type Figures,
  type BenchmarkResult,
  type Benchmark,
} from '#tools/bench/harness/interleaved-runs.ts';
import { openSite, type DatabaseKind } from '#tools/bench/harness/site.ts';

const DEFAULT_MINUTES = 20;
const REQUESTS_PER_S = 50;
const MEMBERS = 500;
/**
 * As many requests as a reverse proxy would keep open: a slow server receives fewer requests and needs no more file
 * descriptors.
 */
const MAX_PENDING = 64;
const SAMPLE_INTERVAL_MS = 5_000;
const BYTES_PER_MEGABYTE = 1_048_576;
const HOUR_MS = 3_600_000;
/**
 * Allowed growth from the second quarter of the run to the last. The heap is compared by its lowest values, without garbage.
 */
const MAX_GROWTH = { 'RSS MB': 10, 'heap MB': 5, files: 5 } as const;
const PAGES = ['/', '/reserve', '/login'];

type Sample = Record<keyof typeof MAX_GROWTH | 'at', number>;

/**
 * Returns a function that sends one call: a page, a read, a list, or a booking that is cancelled again, so that the amount of
 * data stays constant. It resolves to what failed, such as `/api/question 429`, or null. A booking may be rejected when
 * another call has the slot.
 */
const createCaller = (
  workload: Workload,
  members: readonly SignedInUser[],
): ((count: number) => Promise<string | null>) => {
  const dateSlots = slotsOn(bookableDates(0, 300));
  const read = async (path: string, user?: SignedInUser): Promise<string | null> => {
    const { status } = await workload.send({ method: 'GET', path, token: await user?.token() });
    return status === 200 ? null : `${path.replace(/\?.*/, '')} ${status}`;
  };
  const bookAndCancel = async (member: SignedInUser, dateSlot: DateSlot): Promise<string | null> => {
    const failedStatuses: number[] = [];
    const send: Workload['send'] = async (call) => {
      const response = await workload.send(call);
      if (![200, 201, 409].includes(response.status)) failedStatuses.push(response.status);
      return response;
    };
    // Nothing reads the history of this workload.
    const bookingWorkload: Workload = { ...workload, send, history: [], ids: new Map() };
    const { outcome, code } = await book(bookingWorkload, member, { ...dateSlot, key: randomUUID() });
    if (outcome === 'ok' && code !== null) await cancel(bookingWorkload, member, code);
    return failedStatuses.length === 0 ? null : `booking ${failedStatuses.join(' ')}`;
  };
  return async (count) => {
    const [member, dateSlot] = [pickRandom(members), pickRandom(dateSlots)];
    if (count % 5 === 0) return read(pickRandom(PAGES));
    if (count % 5 === 1) return read(`/api/reservation/booked-times?date=${dateSlot.date}`);
    if (count % 5 === 2) return read('/api/reservation/my', member);
    if (count % 5 === 3) return read('/api/question');
    return bookAndCancel(member, dateSlot);
  };
};

const countOf = (failures: ReadonlyMap<string, number>, isCounted: (what: string) => boolean): number =>
  [...failures].reduce((sum, [what, times]) => (isCounted(what) ? sum + times : sum), 0);

/** Formats failures with their counts: `/api/question 429 × 12`. */
const formatFailures = (failures: ReadonlyMap<string, number>): string =>
  failures.size === 0 ? '' : ` (${[...failures].map(([what, times]) => `${what} × ${times}`).join(', ')})`;

const readSample = async (pid: number, figures: MetricsReader, began: number): Promise<Sample> => ({
  at: performance.now() - began,
  'RSS MB': residentBytes(pid) / BYTES_PER_MEGABYTE,
  'heap MB': (await figures.read()).heapMegabytes,
  files: readdirSync(`/proc/${pid}/fd`).length,
});

/** Growth per hour by linear least squares. */
const slopeOf = (samples: readonly Sample[], name: keyof typeof MAX_GROWTH): number => {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [at, value] = [mean(samples.map((one) => one.at)), mean(samples.map((one) => one[name]))];
  const covariance = samples.reduce((sum, one) => sum + (one.at - at) * (one[name] - value), 0);
  const variance = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  return (covariance / variance) * HOUR_MS;
};

const growthOf = (samples: readonly Sample[], name: keyof typeof MAX_GROWTH): number => {
  const quarter = Math.floor(samples.length / 4);
  const values = samples.map((one) => one[name]);
  // For the heap, a low percentile approximates the size right after a garbage collection.
  const share = name === 'heap MB' ? 0.05 : 0.5;
  return quantile(values.slice(-quarter), share) - quantile(values.slice(quarter, 2 * quarter), share);
};

interface SoakResult {
  readonly name: DatabaseKind;
  readonly figures: Figures;
  readonly goals: BenchmarkResult['goals'];
}

const soak = async (
  name: DatabaseKind,
  milliseconds: number,
  logProgress: (line: string) => void,
): Promise<SoakResult> => {
  const reader = await createMetricsReader();
  const members: SignedInUser[] = [];
  const site = await openSite(
    name,
    async (db) => void members.push(...(await insertSignedInUsers(db, MEMBERS))),
    {
      ...testIdentity,
      ...reader.settings,
      RATE_LIMITS: 'off',
    },
  );
  const http = createHttpClient([site.url]);
  try {
    const call = createCaller(createWorkload(http.send), members);
    const samples: Sample[] = [];
    const waiting = new Set<Promise<void>>();
    const failures = new Map<string, number>();
    let count = 0;
    const began = performance.now();
    for (let sampleAt = 0; performance.now() - began < milliseconds; count += 1) {
      const early = began + (count * 1_000) / REQUESTS_PER_S - performance.now();
      if (early > 1) await sleep(early);
      while (waiting.size >= MAX_PENDING) await Promise.race(waiting);
      const request = call(count).then((failure) => {
        if (failure !== null) failures.set(failure, (failures.get(failure) ?? 0) + 1);
        waiting.delete(request);
      });
      waiting.add(request);
      if (performance.now() - began < sampleAt) continue;
      sampleAt += SAMPLE_INTERVAL_MS;
      samples.push(await readSample(site.pid, reader, began));
      const last = samples.at(-1);
      if (samples.length % 12 === 0 && last !== undefined)
        logProgress(
          `${name} ${(last.at / 60_000).toFixed(1)} min: ${last['RSS MB'].toFixed(0)} MB, heap ${last['heap MB'].toFixed(0)} MB, ${last.files} files, ${waiting.size} waiting${formatFailures(failures)}`,
        );
    }
    await Promise.all(waiting);
    // An overloaded server answers 429. Counted separately, because that is not a failure.
    const rejected = countOf(failures, (what) => what.endsWith(' 429'));
    const failed = countOf(failures, () => true) - rejected;
    const settled = samples.slice(Math.floor(samples.length / 4));
    const names = Object.keys(MAX_GROWTH) as (keyof typeof MAX_GROWTH)[];
    const figures: Figures = {
      'requests/s': (count * 1_000) / (performance.now() - began),
      failed,
      'rejected by 429': rejected,
      'RSS MB at most': quantile(
        samples.map((one) => one['RSS MB']),
        1,
      ),
    };
    for (const one of names) {
      figures[`${one} at the end`] = samples.at(-1)?.[one] ?? Number.NaN;
      figures[`${one} more an hour`] = slopeOf(settled, one);
    }
    return {
      name,
      figures,
      goals: [
        ...names.map((one) => {
          const growth = growthOf(samples, one);
          const slope = slopeOf(settled, one);
          return {
            text: `${name}: ${one} grew by ${growth.toFixed(1)} (slope ${slope.toFixed(1)} an hour), goal ≤ ${MAX_GROWTH[one]}`,
            isMet: growth <= MAX_GROWTH[one],
          };
        }),
        {
          text: `${name}: ${failed} of ${count} requests failed${formatFailures(failures)}, goal 0`,
          isMet: failed === 0,
        },
        {
          text: `${name}: ${rejected} were rejected by 429, goal 0`,
          isMet: rejected === 0,
        },
      ],
    };
  } finally {
    http.close();
    await site.stop();
  }
};

const readMinutes = (args: readonly string[]): number => {
  const { values } = parseArgs({ args: [...args], options: { minutes: { type: 'string' } } });
  return Number(values.minutes ?? DEFAULT_MINUTES);
};

/** Measures whether memory and open files grow under steady load, on both databases at the same time. `--minutes 5` */
export const run: Benchmark = async (logProgress, { args }) => {
  const milliseconds = readMinutes(args) * 60_000;
  const kinds: readonly DatabaseKind[] = ['postgres', 'embedded'];
  const soaked = await Promise.all(kinds.map((kind) => soak(kind, milliseconds, logProgress)));
  return {
    sides: soaked.map(({ name, figures }) => ({ name, medians: figures, rounds: [figures] })),
    goals: soaked.flatMap(({ goals }) => goals),
  };
};

import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { insertSignedInUsers, testIdentity, type SignedInUser } from '#test/factories/signed-in-users.ts';
import type { Benchmark, BenchmarkOptions, Figures } from '#tools/bench/harness/interleaved-runs.ts';
import { residentMegabytes } from '#tools/bench/harness/process-metrics.ts';
import { openSite, type DatabaseKind } from '#tools/bench/harness/site.ts';
import type { DateSlot } from '#tools/chaos/checker/history.ts';
import { createHttpClient } from '#tools/chaos/client.ts';
import { book, cancel, createWorkload, type Workload } from '#tools/chaos/operations.ts';
import { bookableDates, pickRandom, slotsOn } from '#tools/chaos/random-clients.ts';
import { formatCounts } from '#tools/chaos/scenario.ts';
import { createMetricsReader, type ServerMetrics } from '#tools/chaos/server-metrics.ts';
import { startSteadyLoad } from '#tools/chaos/steady-load.ts';
import { atMost, quantile, type Goal } from '#tools/goals.ts';

const DEFAULT_MINUTES = 20;
const REQUESTS_PER_S = 50;
const MEMBERS = 500;
const SAMPLE_INTERVAL_MS = 5_000;
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

const readSample = (pid: number, { heapMegabytes }: ServerMetrics, at: number): Sample => ({
  at,
  'RSS MB': residentMegabytes(pid),
  'heap MB': heapMegabytes,
  files: readdirSync(`/proc/${pid}/fd`).length,
});

const growthOf = (samples: readonly Sample[], name: keyof typeof MAX_GROWTH): number => {
  const quarter = Math.floor(samples.length / 4);
  const values = samples.map((one) => one[name]);
  // For the heap, a low percentile approximates the size right after a garbage collection.
  const share = name === 'heap MB' ? 0.05 : 0.5;
  return quantile(values.slice(-quarter), share) - quantile(values.slice(quarter, 2 * quarter), share);
};

const soak = async (
  name: DatabaseKind,
  milliseconds: number,
  { logProgress, defer }: BenchmarkOptions,
): Promise<{ readonly name: DatabaseKind; readonly figures: Figures; readonly goals: Goal[] }> => {
  const reader = await createMetricsReader();
  const env = { ...testIdentity, ...reader.env, RATE_LIMITS: 'off' };
  const site = await openSite(name, (db) => insertSignedInUsers(db, MEMBERS), env);
  defer(site.stop);
  const http = createHttpClient([site.url]);
  defer(() => Promise.resolve(http.close()));
  const load = startSteadyLoad(createCaller(createWorkload(http.send), site.filled), REQUESTS_PER_S);
  const samples: Sample[] = [];
  const failuresOf = (): string[] => load.results.flatMap((failure) => failure ?? []);
  const began = performance.now();
  while (performance.now() - began < milliseconds) {
    await sleep(SAMPLE_INTERVAL_MS);
    const sample = readSample(site.pid, await reader.read(), performance.now() - began);
    samples.push(sample);
    if (samples.length % 12 === 0)
      logProgress(
        `${name} ${(sample.at / 60_000).toFixed(1)} min: ${sample['RSS MB'].toFixed(0)} MB, heap ${sample['heap MB'].toFixed(0)} MB, ${sample.files} files; failed: ${formatCounts(failuresOf())}`,
      );
  }
  await load.stop();
  const [count, failures] = [load.results.length, failuresOf()];
  // An overloaded server answers 429. Counted separately, because that is not a failure.
  const rejected = failures.filter((what) => what.endsWith(' 429')).length;
  const failed = failures.length - rejected;
  const names = Object.keys(MAX_GROWTH) as (keyof typeof MAX_GROWTH)[];
  const figures: Figures = {
    'requests/s': (count * 1_000) / (performance.now() - began),
    failed,
    'rejected by 429': rejected,
    'RSS MB at most': Math.max(...samples.map((one) => one['RSS MB'])),
  };
  for (const one of names) figures[`${one} at the end`] = samples.at(-1)?.[one] ?? Number.NaN;
  return {
    name,
    figures,
    goals: [
      ...names.map((one) => atMost(`${name}: growth of ${one}`, growthOf(samples, one), MAX_GROWTH[one])),
      atMost(`${name}: failed requests of ${count} (${formatCounts(failures)})`, failed, 0),
      atMost(`${name}: requests rejected by 429`, rejected, 0),
    ],
  };
};

/** Measures whether memory and open files grow under steady load, on both databases at the same time. `--minutes 5` */
export const run: Benchmark = async (options) => {
  const { values } = parseArgs({ args: [...options.args], options: { minutes: { type: 'string' } } });
  const milliseconds = Number(values.minutes ?? DEFAULT_MINUTES) * 60_000;
  const kinds = ['postgres', 'embedded'] as const;
  const soaked = await Promise.all(kinds.map((kind) => soak(kind, milliseconds, options)));
  return {
    sides: soaked.map(({ name, figures }) => ({ name, medians: figures, rounds: [figures] })),
    goals: soaked.flatMap(({ goals }) => goals),
  };
};

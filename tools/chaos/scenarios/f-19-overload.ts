import { setTimeout as sleep } from 'node:timers/promises';
import { checkP99Goal, violationsOf, type Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers, type ServerFixture } from '#tools/chaos/server-fixture.ts';
import { createMetricsReader, type ServerMetrics } from '#tools/chaos/server-metrics.ts';
import {
  createMixedLoad,
  formatStatuses,
  latenciesOf,
  startSteadyLoad,
  type LoadResponse,
} from '#tools/chaos/steady-load.ts';
import { atMost, quantile } from '#tools/goals.ts';

const CAPACITY_FACTOR = 5;
const LOAD_MS = { full: 600_000, short: 15_000 };
const CAPACITY_CLIENTS = 16;
const CAPACITY_MEASURE_MS = 4_000;
const MEMBERS = 4_000;
const MAX_PENDING = 4_000;
const ACCEPTED_GOAL_MS = 1_000;
const REJECTED_GOAL_MS = 50;
const NORMAL_LATENCY_MS = 300;
const NORMAL_RESPONSES = 20;
const RECOVERY_GOAL_MS = 10_000;
const MAX_RECOVERY_MS = 60_000;

const isRejected = ({ status }: LoadResponse): boolean => status === 429;
const isAccepted = ({ status }: LoadResponse): boolean => status >= 200 && status < 500 && status !== 429;
const LAG_GOAL_MS = 100;
const HEAP_GOAL_PERCENT = 10;
const HEAP_SAMPLES = 10;
const HEAP_SAMPLE_INTERVAL_MS = 300;

/** Responses per second to enough clients to saturate the server, each waiting for its response. */
const measureCapacity = async (fixture: ServerFixture, milliseconds: number): Promise<number> => {
  const responses: LoadResponse[] = [];
  const call = createMixedLoad(fixture);
  const began = performance.now();
  let count = 0;
  const client = async (): Promise<void> => {
    while (performance.now() - began < milliseconds) {
      count += 1;
      responses.push(await call(count));
    }
  };
  await Promise.all(Array.from({ length: CAPACITY_CLIENTS }, client));
  return (responses.filter(isAccepted).length * 1_000) / (performance.now() - began);
};

/** Waits for a number of responses in a row with normal latency. Resolves to the milliseconds until the first of them. */
const waitForNormalLatency = async (fixture: ServerFixture): Promise<number> => {
  const call = createMixedLoad(fixture);
  const began = performance.now();
  let normalSince = began;
  for (let normalCount = 0; normalCount < NORMAL_RESPONSES && performance.now() - began < MAX_RECOVERY_MS;) {
    const last = await call(normalCount);
    const isNormal = isAccepted(last) && last.milliseconds < NORMAL_LATENCY_MS;
    normalCount = isNormal ? normalCount + 1 : 0;
    if (normalCount === 0) normalSince = performance.now();
  }
  return normalSince - began;
};

/** Approximates the heap after a garbage collection by the lowest of several samples under light load. */
const readHeap = async (fixture: ServerFixture, read: () => Promise<ServerMetrics>): Promise<number> => {
  const call = createMixedLoad(fixture);
  const heaps: number[] = [];
  for (let sample = 0; sample < HEAP_SAMPLES; sample += 1) {
    for (let count = 0; count < HEAP_SAMPLES; count += 1) await call(count);
    heaps.push((await read()).heapMegabytes);
    await sleep(HEAP_SAMPLE_INTERVAL_MS);
  }
  return Math.min(...heaps);
};

export const overload: Scenario = {
  id: 'F-19',
  title: `${CAPACITY_FACTOR} times the request rate that the server can sustain`,
  environments: ['embedded', 'postgres'],
  run: async ({ createDatabase }, { isShort }) => {
    const database = await createDatabase();
    const { env, read } = await createMetricsReader();
    return runWithServers({ database, members: MEMBERS, env }, async (fixture) => {
      // Warm-up: a server's first requests are slow.
      await measureCapacity(fixture, CAPACITY_MEASURE_MS / 2);
      const capacity = await measureCapacity(fixture, CAPACITY_MEASURE_MS);
      const rate = CAPACITY_FACTOR * capacity;
      const heapBefore = await readHeap(fixture, read);
      const { cpuSeconds: cpuBefore } = await read();
      const load = startSteadyLoad(createMixedLoad(fixture), rate, MAX_PENDING);
      const began = performance.now();
      await sleep(isShort ? LOAD_MS.short : LOAD_MS.full);
      const seconds = (performance.now() - began) / 1_000;
      const figures = await read();
      const ending = load.stop();
      const recovery = await waitForNormalLatency(fixture);
      await ending;
      const heapAfter = await readHeap(fixture, read);
      const { results: responses } = load;
      const rejected = latenciesOf(responses.filter(isRejected));
      const accepted = latenciesOf(responses.filter(isAccepted));
      const broken = responses.filter((response) => !isRejected(response) && !isAccepted(response));
      return {
        summary: `capacity ${capacity.toFixed(0)}/s, offered ${(responses.length / seconds).toFixed(0)}/s for ${seconds.toFixed(0)} s: ${formatStatuses(responses)}; accepted p50 ${quantile(accepted, 0.5).toFixed(0)} ms, ${(accepted.length / seconds).toFixed(0)}/s; CPU ${(figures.cpuSeconds - cpuBefore).toFixed(1)} s; normal latency ${recovery.toFixed(0)} ms after the load`,
        goals: [
          checkP99Goal('accepted', accepted, ACCEPTED_GOAL_MS),
          // Not met if nothing was rejected: excess requests would wait.
          checkP99Goal('rejected', rejected, REJECTED_GOAL_MS),
          atMost('normal latency after the load', recovery, RECOVERY_GOAL_MS, 'ms'),
          atMost('event loop lag, p99', figures.lagP99Ms, LAG_GOAL_MS, 'ms'),
          atMost(
            'growth of the heap by the load',
            100 * (heapAfter / heapBefore - 1),
            HEAP_GOAL_PERCENT,
            '%',
          ),
        ],
        violations: violationsOf([
          broken.length === 0,
          `neither accepted nor rejected: ${formatStatuses(broken)}`,
        ]),
      };
    });
  },
};

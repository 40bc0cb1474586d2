import { setTimeout as sleep } from 'node:timers/promises';
import { testIdentity } from '#test/factories/signed-in-users.ts';
import { sendTimedRequest, newIp } from '#tools/bench/harness/http-client.ts';
import { residentBytes } from '#tools/bench/harness/process-metrics.ts';
import {
  runInterleaved,
  type Figures,
  type BenchmarkResult,
  type Benchmark,
  type Side,
} from '#tools/bench/harness/interleaved-runs.ts';
import { openSite, type DatabaseKind } from '#tools/bench/harness/site.ts';

const ROUNDS = 3;
const IDLE_MS = 15_000;
const VISITS = 300;
const BYTES_PER_MEGABYTE = 1_048_576;
/** Megabytes of an idle server. */
const MAX_IDLE_MB: Readonly<Record<DatabaseKind, number>> = { postgres: 160, embedded: 450 };
const PATHS = ['/', '/reserve', '/login', '/api/photo/home', '/api/question'];

const visit = async (url: string): Promise<void> => {
  for (let count = 0; count < VISITS; count += 1) {
    const path = PATHS[count % PATHS.length] ?? '/';
    await sendTimedRequest(new URL(path, url), { method: 'GET', ip: newIp() });
  }
};

/** Starts a new server each time, because memory that visits allocate stays allocated. */
const measure = async (kind: DatabaseKind): Promise<Figures> => {
  const site = await openSite(kind, () => Promise.resolve(), { ...testIdentity, SAMPLE_CONTENT: 'true' });
  try {
    await sleep(IDLE_MS);
    const idle = residentBytes(site.pid) / BYTES_PER_MEGABYTE;
    await visit(site.url);
    await sleep(IDLE_MS);
    return { 'idle MB': idle, 'idle after visits MB': residentBytes(site.pid) / BYTES_PER_MEGABYTE };
  } finally {
    await site.stop();
  }
};

const checkGoals = (sides: BenchmarkResult['sides']): BenchmarkResult['goals'] =>
  (['postgres', 'embedded'] as const).map((kind) => {
    const idle = sides.find(({ name }) => name === kind)?.medians['idle MB'] ?? Number.NaN;
    return {
      text: `${kind}: ${idle.toFixed(0)} MB resident when idle, goal ≤ ${MAX_IDLE_MB[kind]} MB`,
      isMet: idle <= MAX_IDLE_MB[kind],
    };
  });

/** Measures the resident memory of an idle server. */
export const run: Benchmark = async (logProgress) => {
  const kinds: readonly DatabaseKind[] = ['postgres', 'embedded'];
  const sides: Side[] = kinds.map((name) => ({ name, measure: () => measure(name) }));
  const measured = await runInterleaved(sides, ROUNDS, logProgress);
  return { sides: measured, goals: checkGoals(measured) };
};

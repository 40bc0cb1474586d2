import { setTimeout as sleep } from 'node:timers/promises';
import { stormIdentity } from '#test/torture/people.ts';
import { call, newAddress } from './harness/client.ts';
import { residentBytes } from './harness/process-figures.ts';
import { interleave } from './harness/rounds.ts';
import type { Figures, Finding, Question, Side } from './harness/rounds.ts';
import { openSite } from './harness/site.ts';
import type { DatabaseKind } from './harness/site.ts';

const ROUNDS = 3;
const CALM = 15_000;
const VISITS = 300;
const MEGABYTE = 1_048_576;
/** Megabytes of a server that nobody asks anything. */
const GOALS: Readonly<Record<DatabaseKind, number>> = { postgres: 160, embedded: 450 };
const PATHS = ['/', '/reserve', '/login', '/api/photo/home', '/api/question'];

const visit = async (url: string): Promise<void> => {
  for (let count = 0; count < VISITS; count += 1) {
    const path = PATHS[count % PATHS.length] ?? '/';
    await call(new URL(path, url), { method: 'GET', address: newAddress() });
  }
};

/** A server of its own each time: what the first one took stays with it. */
const measure = async (kind: DatabaseKind): Promise<Figures> => {
  const site = await openSite(kind, () => Promise.resolve(), { ...stormIdentity, SAMPLE_CONTENT: 'true' });
  try {
    await sleep(CALM);
    const idle = residentBytes(site.pid) / MEGABYTE;
    await visit(site.url);
    await sleep(CALM);
    return { 'idle MB': idle, 'idle after visits MB': residentBytes(site.pid) / MEGABYTE };
  } finally {
    await site.stop();
  }
};

const judge = (sides: Finding['sides']): Finding['goals'] =>
  (['postgres', 'embedded'] as const).map((kind) => {
    const idle = sides.find(({ name }) => name === kind)?.medians['idle MB'] ?? Number.NaN;
    return {
      text: `${kind}: ${idle.toFixed(0)} MB resident when idle, goal ≤ ${GOALS[kind]} MB`,
      isMet: idle <= GOALS[kind],
    };
  });

/** What does a server hold that has nothing to do? */
export const ask: Question = async (say) => {
  const kinds: readonly DatabaseKind[] = ['postgres', 'embedded'];
  const sides: Side[] = kinds.map((name) => ({ name, measure: () => measure(name) }));
  const measured = await interleave(sides, ROUNDS, say);
  return { sides: measured, goals: judge(measured) };
};

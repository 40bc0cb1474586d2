import { setTimeout as sleep } from 'node:timers/promises';
import { demand, judgeTimes, quantile } from '#test/torture/scenario.ts';
import type { Goal, Scenario } from '#test/torture/scenario.ts';
import { playScene } from '#test/torture/scene.ts';
import type { Scene } from '#test/torture/scene.ts';
import { createFigureReader } from '#test/torture/server-figures.ts';
import type { ServerFigures } from '#test/torture/server-figures.ts';
import { applyLoad, createCaller, tellStatuses, timesOf } from '#test/torture/steady-load.ts';
import type { Answer } from '#test/torture/steady-load.ts';

const TIMES_CAPACITY = 5;
const LONGEST = { whole: 600_000, short: 15_000 };
const CAPACITY_CLIENTS = 16;
const CAPACITY_SPAN = 4_000;
const MEMBERS = 4_000;
/** A client of ours cannot have more open either. */
const MOST_WAITING = 4_000;
const ACCEPTED_GOAL = 1_000;
const REFUSED_GOAL = 50;
const WELL = 300;
const WELL_IN_A_ROW = 20;
const RECOVERY_GOAL = 10_000;
const LONGEST_RECOVERY = 60_000;

const isRefused = ({ status }: Answer): boolean => status === 429;
const isAccepted = ({ status }: Answer): boolean => status >= 200 && status < 500 && status !== 429;
const LAG_GOAL = 100;
/** How much more of the heap may be in use afterwards, as a share of what was before. */
const HEAP_GOAL = 0.1;
const HEAP_LOOKS = 10;
const HEAP_PAUSE = 300;

/** Calls a second that are answered when as many clients ask as keep it busy, each waiting for its answer. */
const measureCapacity = async (scene: Scene, milliseconds: number): Promise<number> => {
  const answers: Answer[] = [];
  const call = createCaller(scene, answers);
  const began = performance.now();
  let count = 0;
  const client = async (): Promise<void> => {
    while (performance.now() - began < milliseconds) {
      count += 1;
      await call(count);
    }
  };
  await Promise.all(Array.from({ length: CAPACITY_CLIENTS }, client));
  return (answers.filter(isAccepted).length * 1_000) / (performance.now() - began);
};

/** Until so many calls in a row are answered as on a quiet day. */
const waitUntilWell = async (scene: Scene): Promise<number> => {
  const answers: Answer[] = [];
  const call = createCaller(scene, answers);
  const began = performance.now();
  let wellSince = began;
  for (let well = 0; well < WELL_IN_A_ROW && performance.now() - began < LONGEST_RECOVERY;) {
    await call(well);
    const last = answers.at(-1);
    const isWell = last !== undefined && isAccepted(last) && last.milliseconds < WELL;
    well = isWell ? well + 1 : 0;
    if (well === 0) wellSince = performance.now();
  }
  return wellSince - began;
};

/** What is left after a collection: the least of some looks, between which the server does a little. */
const readHeap = async (scene: Scene, read: () => Promise<ServerFigures>): Promise<number> => {
  const call = createCaller(scene, []);
  const heaps: number[] = [];
  for (let look = 0; look < HEAP_LOOKS; look += 1) {
    for (let count = 0; count < HEAP_LOOKS; count += 1) await call(count);
    heaps.push((await read()).heapMegabytes);
    await sleep(HEAP_PAUSE);
  }
  return Math.min(...heaps);
};

const judgeServer = (lag: number, before: number, after: number): Goal[] => [
  { text: `event loop lag: p99 ${lag.toFixed(0)} ms, goal < ${LAG_GOAL} ms`, isMet: lag < LAG_GOAL },
  {
    text: `heap ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after, goal ≤ ${100 * HEAP_GOAL} % more`,
    isMet: after <= before * (1 + HEAP_GOAL),
  },
];

export const overload: Scenario = {
  id: 'F-19',
  title: `${TIMES_CAPACITY} times as many requests as the server can answer`,
  grounds: ['embedded', 'postgres'],
  run: async ({ place }, { isShort }) => {
    const database = await place();
    const { settings, read } = await createFigureReader();
    return playScene({ database, servers: 1, members: MEMBERS, settings }, async (scene) => {
      // The first calls of a server are slow.
      await measureCapacity(scene, CAPACITY_SPAN / 2);
      const capacity = await measureCapacity(scene, CAPACITY_SPAN);
      const rate = TIMES_CAPACITY * capacity;
      const heapBefore = await readHeap(scene, read);
      const { seconds: busyBefore } = await read();
      const load = applyLoad(scene, rate, MOST_WAITING);
      const began = performance.now();
      await sleep(isShort ? LONGEST.short : LONGEST.whole);
      const seconds = (performance.now() - began) / 1_000;
      const figures = await read();
      const ending = load.end();
      const recovery = await waitUntilWell(scene);
      await ending;
      const heapAfter = await readHeap(scene, read);
      const { answers } = load;
      const refused = timesOf(answers.filter(isRefused));
      const accepted = timesOf(answers.filter(isAccepted));
      const broken = answers.filter((answer) => !isRefused(answer) && !isAccepted(answer));
      return {
        did: `capacity ${capacity.toFixed(0)}/s, asked ${(answers.length / seconds).toFixed(0)}/s for ${seconds.toFixed(0)} s: ${tellStatuses(answers)}; accepted p50 ${quantile(accepted, 0.5).toFixed(0)} ms, ${(accepted.length / seconds).toFixed(0)}/s; the server was busy for ${(figures.seconds - busyBefore).toFixed(1)} s; well again ${recovery.toFixed(0)} ms after`,
        goals: [
          judgeTimes('accepted', accepted, ACCEPTED_GOAL),
          ...(refused.length === 0
            ? [{ text: 'nothing was refused: the excess waits', isMet: false }]
            : [judgeTimes('refused', refused, REFUSED_GOAL)]),
          {
            text: `well again after ${recovery.toFixed(0)} ms, goal ≤ ${RECOVERY_GOAL} ms`,
            isMet: recovery <= RECOVERY_GOAL,
          },
          ...judgeServer(figures.lagP99, heapBefore, heapAfter),
        ],
        faults: demand(broken.length === 0, `neither an answer nor a refusal: ${tellStatuses(broken)}`),
      };
    });
  },
};

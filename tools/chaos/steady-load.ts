import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { book } from './operations.ts';
import type { Goal } from './scenario.ts';
import type { ServerFixture } from './server-fixture.ts';
import { bookableDates, pickRandom, slotsOn } from './random-clients.ts';

export interface LoadResponse {
  readonly kind: 'booking' | 'page' | 'look';
  /** 0 without a complete response. */
  readonly status: number;
  readonly milliseconds: number;
  /** A booking that got no response and was sent again with its key, as the site does. */
  readonly isRepeated: boolean;
}

export interface SteadyLoad {
  readonly responses: LoadResponse[];
  /** Stops sending and resolves when all requests have completed. */
  stop(): Promise<void>;
}

const TOO_MANY_REQUESTS = 429;
/** As many requests as a reverse proxy would keep open. */
const MAX_PENDING = 64;

/**
 * Returns a function that sends one call: a booking, a page or, in two of four cases, a read. Bookings are added to the
 * history.
 */
export const createMixedCaller = (
  { workload, members }: Pick<ServerFixture, 'workload' | 'members'>,
  answers: LoadResponse[],
): ((count: number) => Promise<void>) => {
  const dates = bookableDates(0, 300);
  const places = slotsOn(dates);
  return async (count) => {
    const what = (['booking', 'page', 'look', 'look'] as const)[count % 4] ?? 'look';
    const began = performance.now();
    let status = 0;
    const tap: typeof workload.send = async (call) => {
      const reply = await workload.send(call);
      ({ status } = reply);
      return reply;
    };
    let isRepeated = false;
    if (what === 'booking') {
      const [member, wish] = [pickRandom(members), { ...pickRandom(places), key: randomUUID() }];
      const bookOnce = async (): Promise<void> => {
        const operation = await book({ ...workload, send: tap }, member, wish);
        // Rejected by 429 before it started, so its outcome need not be resolved.
        if (status === TOO_MANY_REQUESTS) workload.history.splice(workload.history.lastIndexOf(operation), 1);
      };
      await bookOnce();
      isRepeated = status === 0;
      if (isRepeated) await bookOnce();
    } else
      await tap({
        method: 'GET',
        path: what === 'page' ? '/' : `/api/reservation/booked-times?date=${pickRandom(dates)}`,
      });
    answers.push({ kind: what, status, milliseconds: performance.now() - began, isRepeated });
  };
};

/** Sends `rate` calls a second while fewer than `maxPending` are open: a slow server receives fewer requests. */
export const startSteadyLoad = (
  scene: Pick<ServerFixture, 'workload' | 'members'>,
  rate: number,
  most = MAX_PENDING,
): SteadyLoad => {
  const answers: LoadResponse[] = [];
  const call = createMixedCaller(scene, answers);
  const waiting = new Set<Promise<void>>();
  let isOver = false;
  // Not by `Promise.race`, which would leave one reaction on each pending promise every time.
  let noteRoom = (): void => undefined;
  const run = async (): Promise<void> => {
    const began = performance.now();
    for (let count = 0; !isOver; count += 1) {
      const early = began + (count * 1_000) / rate - performance.now();
      if (early > 1) await sleep(early);
      while (waiting.size >= most) await new Promise<void>((resolve) => (noteRoom = resolve));
      const asked = call(count).finally(() => {
        waiting.delete(asked);
        noteRoom();
      });
      waiting.add(asked);
    }
  };
  const running = run();
  return {
    responses: answers,
    stop: async () => {
      isOver = true;
      await running;
      await Promise.all(waiting);
    },
  };
};

/** Formats counts by status: `200 × 31, 429 × 2`. */
export const formatStatuses = (answers: readonly Pick<LoadResponse, 'status'>[]): string => {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status} × ${count}`)
    .join(', ');
};

export const latenciesOf = (answers: readonly Pick<LoadResponse, 'milliseconds'>[]): number[] =>
  answers.map(({ milliseconds }) => milliseconds);

/** Responses that are errors. 429 (overloaded) and 503 (database unavailable) are accepted. */
export const findFailedResponses = (answers: readonly LoadResponse[]): LoadResponse[] =>
  answers.filter(({ status }) => status === 0 || (status >= 500 && status !== 503));

export const checkRejectedRequestsGoal = (answers: readonly LoadResponse[]): Goal => {
  const refused = answers.filter(({ status }) => status === TOO_MANY_REQUESTS || status === 503).length;
  return {
    text: `${refused} of ${answers.length} requests were refused by 429 or 503, goal 0`,
    isMet: refused === 0,
  };
};

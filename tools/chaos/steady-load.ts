import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { book } from './operations.ts';
import type { Goal } from './scenario.ts';
import type { ServerFixture } from './server-fixture.ts';
import { bookableDates, pickRandom, slotsOn } from './random-clients.ts';

export interface LoadResponse {
  readonly kind: 'booking' | 'page' | 'read';
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
  responses: LoadResponse[],
): ((count: number) => Promise<void>) => {
  const dates = bookableDates(0, 300);
  const dateSlots = slotsOn(dates);
  return async (count) => {
    const kind = (['booking', 'page', 'read', 'read'] as const)[count % 4] ?? 'read';
    const began = performance.now();
    let status = 0;
    const send: typeof workload.send = async (call) => {
      const response = await workload.send(call);
      ({ status } = response);
      return response;
    };
    let isRepeated = false;
    if (kind === 'booking') {
      const [member, input] = [pickRandom(members), { ...pickRandom(dateSlots), key: randomUUID() }];
      const bookOnce = async (): Promise<void> => {
        const operation = await book({ ...workload, send: send }, member, input);
        // Rejected by 429 before it started, so its outcome need not be resolved.
        if (status === TOO_MANY_REQUESTS) workload.history.splice(workload.history.lastIndexOf(operation), 1);
      };
      await bookOnce();
      isRepeated = status === 0;
      if (isRepeated) await bookOnce();
    } else
      await send({
        method: 'GET',
        path: kind === 'page' ? '/' : `/api/reservation/booked-times?date=${pickRandom(dates)}`,
      });
    responses.push({ kind, status, milliseconds: performance.now() - began, isRepeated });
  };
};

/** Sends `rate` calls a second while fewer than `maxPending` are open: a slow server receives fewer requests. */
export const startSteadyLoad = (
  fixture: Pick<ServerFixture, 'workload' | 'members'>,
  rate: number,
  maxPending = MAX_PENDING,
): SteadyLoad => {
  const responses: LoadResponse[] = [];
  const call = createMixedCaller(fixture, responses);
  const waiting = new Set<Promise<void>>();
  let isOver = false;
  // Not by `Promise.race`, which would leave one reaction on each pending promise every time.
  let onCompleted = (): void => undefined;
  const run = async (): Promise<void> => {
    const began = performance.now();
    for (let count = 0; !isOver; count += 1) {
      const early = began + (count * 1_000) / rate - performance.now();
      if (early > 1) await sleep(early);
      while (waiting.size >= maxPending) await new Promise<void>((resolve) => (onCompleted = resolve));
      const request = call(count).finally(() => {
        waiting.delete(request);
        onCompleted();
      });
      waiting.add(request);
    }
  };
  const running = run();
  return {
    responses,
    stop: async () => {
      isOver = true;
      await running;
      await Promise.all(waiting);
    },
  };
};

/** Formats counts by status: `200 × 31, 429 × 2`. */
export const formatStatuses = (responses: readonly Pick<LoadResponse, 'status'>[]): string => {
  const counts = new Map<number, number>();
  for (const { status } of responses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status} × ${count}`)
    .join(', ');
};

export const latenciesOf = (responses: readonly Pick<LoadResponse, 'milliseconds'>[]): number[] =>
  responses.map(({ milliseconds }) => milliseconds);

/** Responses that are errors. 429 (overloaded) and 503 (database unavailable) are accepted. */
export const findFailedResponses = (responses: readonly LoadResponse[]): LoadResponse[] =>
  responses.filter(({ status }) => status === 0 || (status >= 500 && status !== 503));

export const checkRejectedRequestsGoal = (responses: readonly LoadResponse[]): Goal => {
  const rejected = responses.filter(({ status }) => status === TOO_MANY_REQUESTS || status === 503).length;
  return {
    text: `${rejected} of ${responses.length} requests were rejected by 429 or 503, goal 0`,
    isMet: rejected === 0,
  };
};

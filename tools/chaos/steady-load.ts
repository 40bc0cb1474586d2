import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, type Goal } from '#tools/goals.ts';
import { book } from './operations.ts';
import { bookableDates, pickRandom, slotsOn } from './random-clients.ts';
import { checkP99Goal, formatCounts, violationsOf } from './scenario.ts';
import type { ServerFixture } from './server-fixture.ts';

export interface LoadResponse {
  readonly kind: 'booking' | 'page' | 'read';
  /** 0 without a complete response. */
  readonly status: number;
  readonly milliseconds: number;
  /** A booking that got no response and was sent again with its key, as the site does. */
  readonly isRepeated: boolean;
}

const TOO_MANY_REQUESTS = 429;
/** As many requests as a reverse proxy would keep open. */
const MAX_PENDING = 64;

/**
 * Returns a function that sends one call: a booking, a page or, in two of four cases, a read. Bookings are added to the
 * history.
 */
export const createMixedLoad = ({ workload, members }: Pick<ServerFixture, 'workload' | 'members'>) => {
  const dates = bookableDates(0, 300);
  const dateSlots = slotsOn(dates);
  return async (count: number): Promise<LoadResponse> => {
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
        const operation = await book({ ...workload, send }, member, input);
        // Rejected by 429 before it started, so its outcome need not be resolved.
        if (status === TOO_MANY_REQUESTS) workload.history.splice(workload.history.lastIndexOf(operation), 1);
      };
      await bookOnce();
      isRepeated = status === 0;
      if (isRepeated) await bookOnce();
    } else {
      const path = kind === 'page' ? '/' : `/api/reservation/booked-times?date=${pickRandom(dates)}`;
      await send({ method: 'GET', path });
    }
    return { kind, status, milliseconds: performance.now() - began, isRepeated };
  };
};

export interface SteadyLoad<Result> {
  readonly results: Result[];
  /** Stops sending and resolves when all requests have completed. */
  stop(): Promise<void>;
}

/** Sends `rate` calls a second while fewer than `maxPending` are open: a slow server receives fewer requests. */
export const startSteadyLoad = <Result>(
  call: (count: number) => Promise<Result>,
  rate: number,
  maxPending = MAX_PENDING,
): SteadyLoad<Result> => {
  const results: Result[] = [];
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
      const request = call(count).then((result) => {
        results.push(result);
        waiting.delete(request);
        onCompleted();
      });
      waiting.add(request);
    }
  };
  const running = run();
  return {
    results,
    stop: async () => {
      isOver = true;
      await running;
      await Promise.all(waiting);
    },
  };
};

export const latenciesOf = (responses: readonly LoadResponse[]): number[] =>
  responses.map(({ milliseconds }) => milliseconds);

export const formatStatuses = (responses: readonly LoadResponse[]): string =>
  formatCounts(responses.map(({ status }) => status));

/** Responses that are errors. 429 (overloaded) and 503 (database unavailable) are accepted. */
export const findFailedResponses = (responses: readonly LoadResponse[]): LoadResponse[] =>
  responses.filter(({ status }) => status === 0 || (status >= 500 && status !== 503));

/** No request may fail; rejections and latencies are goals. */
export const checkLoad = (
  responses: readonly LoadResponse[],
  p99GoalMs: number,
  failed = findFailedResponses(responses),
): { readonly goals: Goal[]; readonly violations: string[] } => {
  const rejected = responses.filter(({ status }) => status === TOO_MANY_REQUESTS || status === 503);
  return {
    goals: [
      checkP99Goal('meanwhile', latenciesOf(responses), p99GoalMs),
      atMost(`of ${responses.length} requests rejected by 429 or 503`, rejected.length, 0),
    ],
    violations: violationsOf([
      failed.length === 0,
      `${failed.length} requests failed: ${formatStatuses(failed)}`,
    ]),
  };
};

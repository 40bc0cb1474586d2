import { AsyncLocalStorage } from 'node:async_hooks';
import { and, eq, gt } from 'drizzle-orm';
import type { Context } from 'hono';
import type { Endpoint } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { hmac } from '../crypto/derive-key.ts';
import type { Tx } from '../db/database.ts';
import { completedRequests } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { parseRequest } from './parse-request.ts';

/*
 * nginx repeats PUT and DELETE on another server when the first one dies, also after its commit. For an endpoint with `answersRepeats`,
 * the transaction of the change also records the request. When the repeated request fails, this record shows that the first succeeded.
 */

const REPEAT_WINDOW_MS = 10_000;

interface CurrentRequest {
  readonly now: Date;
  /** The HMAC of method, path, session and input. */
  readonly findKey: () => Promise<string>;
}

/** The request being handled, if its endpoint has `answersRepeats`. `now` is when it arrived, and the repeat window starts there. */
const currentRequest = new AsyncLocalStorage<CurrentRequest>();

/** Records, in the transaction of its change, that the current request succeeds. */
export const completeRequest = async (tx: Tx): Promise<void> => {
  const request = currentRequest.getStore();
  if (request === undefined) return;
  const completedAt = request.now;
  await tx
    .insert(completedRequests)
    .values({ key: await request.findKey(), completedAt })
    .onConflictDoUpdate({ target: completedRequests.key, set: { completedAt } });
};

/**
 * Whether a request equal to the current one, which arrived less than 10 s before it, succeeded. False for an endpoint without
 * `answersRepeats`.
 */
export const isRepeatedRequest = async (db: Tx): Promise<boolean> => {
  const request = currentRequest.getStore();
  if (request === undefined) return false;
  const since = new Date(request.now.getTime() - REPEAT_WINDOW_MS);
  const { key, completedAt } = completedRequests;
  return (
    (await db.$count(completedRequests, and(eq(key, await request.findKey()), gt(completedAt, since)))) > 0
  );
};

/**
 * Runs a request of an endpoint that answers repeats. If it throws an `AppError` other than TOO_MANY_REQUESTS and is a repeat of a success,
 * returns the response of the success instead.
 */
export const answerRepeats = <T>(
  { db, clock, authSecret }: Pick<Deps, 'db' | 'clock' | 'authSecret'>,
  endpoint: Endpoint,
  context: Context,
  { answer, repeat }: { readonly answer: () => Promise<T>; readonly repeat: (value: unknown) => T },
): Promise<T> => {
  const { req } = context;
  const findKey = async (): Promise<string> => {
    const session = req.header('authorization') ?? '';
    const request = JSON.stringify([req.method, req.path, session, await parseRequest(context, endpoint)]);
    return hmac(authSecret, 'completed-request', request).toString('base64url');
  };
  return currentRequest.run({ now: clock.now(), findKey }, async () => {
    try {
      return await answer();
    } catch (error) {
      const isRefusal = error instanceof AppError && error.code !== 'TOO_MANY_REQUESTS';
      if (isRefusal && (await isRepeatedRequest(db).catch(() => false)))
        return repeat(endpoint.answersRepeats);
      throw error;
    }
  });
};

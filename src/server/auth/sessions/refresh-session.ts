import type { TokenPair, Session } from '#contract/auth.ts';
import { appError } from '#contract/errors.ts';
import { createConcurrencyLimiter } from '#server/async/concurrency-limiter.ts';
import { retryTransaction } from '#server/db/retry-transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { recordLoginEvent, revokeSession } from '#server/auth/queries.ts';
import {
  deriveSuccessorToken,
  hashRefreshToken,
  findRefreshToken,
  rotateRefreshToken,
  type TokenOwner,
  type TokenSuccessor,
} from './refresh-tokens.ts';
import { REUSE_GRACE_MS } from './session-limits.ts';
import { oauthCookie } from './random-cookie.ts';
import { signAccessToken } from './access-tokens.ts';

type RefreshDeps = Pick<Deps, 'db' | 'clock' | 'authSecret' | 'settings' | 'log'>;

interface RefreshRequest {
  readonly token: string;
  readonly caller: Caller;
  /** Hash of the cookie of the browser that started a social login; null otherwise. */
  readonly browserCookieHash: Buffer | null;
  /** When the request arrived. Waiting in the queue below does not count against the grace period. */
  readonly requestedAt: Date;
}

/** A used token was sent again, by the member or by a thief. They cannot be told apart, so the session is revoked. */
const revokeOnReuse = async (
  { db, log }: RefreshDeps,
  { sessionId, memberId }: TokenOwner,
  caller: Caller,
  now: Date,
): Promise<void> => {
  await db.transaction(async (tx) => {
    await revokeSession(tx, sessionId, now);
    await recordLoginEvent(tx, { memberId, outcome: 'REFRESH_REUSE' }, caller, now);
  });
  log.warn({ event: 'refresh_reuse', sessionId, memberId });
};

/** Returns the successor of a token that was used within the grace period; anything else is rejected. */
const replayRotation = async (
  deps: RefreshDeps,
  { token, caller, requestedAt }: RefreshRequest,
  now: Date,
): Promise<TokenSuccessor> => {
  const found = await findRefreshToken(deps.db, token, now);
  if (found !== undefined && found.browserCookieHash !== null) {
    // Already exchanged, or sent by another browser. It has no successor to return, and its session stays valid.
    deps.log.warn({ event: 'hand_off_refused', sessionId: found.sessionId });
    throw appError('UNAUTHENTICATED');
  }
  if (found?.usedAt == null || found.rotationSalt === null) throw appError('UNAUTHENTICATED');
  const successor = deriveSuccessorToken(deps.authSecret, token, found.rotationSalt);
  const next = await findRefreshToken(deps.db, successor, now);
  const isUsable = next !== undefined && next.usedAt === null && next.expiresAt > now;
  const isRecent = requestedAt.getTime() - found.usedAt.getTime() <= REUSE_GRACE_MS;
  if (isRecent && isUsable) return { ...found, successor };
  await revokeOnReuse(deps, found, caller, now);
  throw appError('UNAUTHENTICATED');
};

// Low, so that many simultaneous refreshes leave database connections for other requests. Requests queue instead of being
// rejected, because a tab that retries later may miss the grace period.
const MAX_CONCURRENT = 4;
const MAX_QUEUED = 5_000;
const limitConcurrency = createConcurrencyLimiter(MAX_CONCURRENT, MAX_QUEUED);

const rotateOrReplay = (deps: RefreshDeps, request: RefreshRequest): Promise<TokenPair> =>
  limitConcurrency(async () => {
    const now = deps.clock.now();
    const { token, browserCookieHash } = request;
    const rotation = { token, browserCookieHash, isHandoff: false };
    // Deleting an account locks the same rows in another order, so a deadlock is possible.
    const rotated = await retryTransaction(() => rotateRefreshToken(deps, rotation, now));
    const { successor, ...grant } = rotated ?? (await replayRotation(deps, request, now));
    return { accessToken: await signAccessToken(deps, grant), refreshToken: successor };
  });

/** Refreshes in progress in this process, by token. */
const inFlightByDeps = new WeakMap<RefreshDeps, Map<string, Promise<TokenPair>>>();

/**
 * Exchanges a refresh token for a new token pair. Concurrent requests with the same token, from the tabs of one browser, share one
 * exchange. A hand-off token can be exchanged once, by the browser that started the social login.
 */
export const refreshSession = (deps: RefreshDeps, token: string, caller: Caller): Promise<TokenPair> => {
  const browserCookieHash = oauthCookie.readHash(deps, caller);
  const request = { token, caller, browserCookieHash, requestedAt: deps.clock.now() };
  if (browserCookieHash !== null) return rotateOrReplay(deps, request);
  const renewals = inFlightByDeps.get(deps) ?? new Map<string, Promise<TokenPair>>();
  inFlightByDeps.set(deps, renewals);
  const key = hashRefreshToken(token).toString('hex');
  const renewal = renewals.get(key) ?? rotateOrReplay(deps, request).finally(() => renewals.delete(key));
  renewals.set(key, renewal);
  return renewal;
};

/**
 * Exchanges the hand-off token of a social login for a session, once and only in the browser that started the login. Throws
 * UNAUTHENTICATED for any other token and leaves it as it is: a link with the tokens of another account opens no session.
 */
export const exchangeHandoff = async (deps: Deps, token: string, caller: Caller): Promise<Session> => {
  const browserCookieHash = oauthCookie.readHash(deps, caller);
  const rotation = { token, browserCookieHash, isHandoff: true };
  const exchanged = await retryTransaction(() => rotateRefreshToken(deps, rotation, deps.clock.now()));
  if (exchanged === null) {
    deps.log.warn({ event: 'hand_off_refused' });
    throw appError('UNAUTHENTICATED');
  }
  const { name, role, successor } = exchanged;
  return { accessToken: await signAccessToken(deps, exchanged), refreshToken: successor, name, role };
};

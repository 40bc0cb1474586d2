import { randomBytes } from 'node:crypto';
import type { TokenPair } from '#contract/auth.ts';
import { refuse } from '#contract/errors.ts';
import { createConcurrencyLimiter } from '#server/async/concurrency-limiter.ts';
import { retryTransaction } from '#server/db/retry.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { logLogin, revokeSession } from './queries.ts';
import { deriveSuccessor, hashRefreshToken } from './refresh-tokens.ts';
import { findHeldToken, rotateRefreshToken } from './rotate-refresh.ts';
import type { Holder } from './rotate-refresh.ts';
import { REUSE_GRACE } from './session-limits.ts';
import { hashBrowser, readBrowser } from './social/browser-cookie.ts';
import { signAccessToken } from './tokens.ts';

type RefreshDeps = Pick<Deps, 'db' | 'clock' | 'authSecret' | 'settings' | 'log'>;

interface Request {
  readonly token: string;
  readonly caller: Caller;
  /** Of the browser that began a social login. */
  readonly browserHash: Buffer | null;
  /** When the request was read. The wait for a place in the queue below does not count against the grace period. */
  readonly askedAt: Date;
}

type Successor = Holder & { readonly successor: string };

const rotate = async (
  { db, authSecret }: RefreshDeps,
  { token, browserHash }: Request,
  now: Date,
): Promise<Successor | null> => {
  const salt = randomBytes(16);
  const successor = deriveSuccessor(authSecret, token, salt);
  const holder = await rotateRefreshToken(db, { token, successor, salt, browserHash }, now);
  return holder === null ? null : { ...holder, successor };
};

/** A used token was sent again, by the member or by a thief. They cannot be told apart, so the session ends. */
const endStolen = async (
  { db, log }: RefreshDeps,
  { sessionId, memberId }: Holder,
  { address, userAgent }: Caller,
  now: Date,
): Promise<void> => {
  await db.transaction(async (tx) => {
    await revokeSession(tx, sessionId, now);
    await logLogin(tx, { memberId, outcome: 'REFRESH_REUSE', address, userAgent, at: now });
  });
  log.warn({ event: 'refresh_reuse', sessionId, memberId });
};

/** The successor of a token that was used a moment ago, once more; anything else is refused. */
const repeat = async (
  deps: RefreshDeps,
  { token, caller, askedAt }: Request,
  now: Date,
): Promise<Successor> => {
  const found = await findHeldToken(deps.db, token, now);
  if (found !== undefined && found.browserHash !== null) {
    // Used before, or sent by another browser. It has no successor to give again, and its session goes on.
    deps.log.warn({ event: 'hand_off_refused', sessionId: found.sessionId });
    throw refuse('UNAUTHENTICATED');
  }
  if (found?.usedAt == null || found.successorSalt === null) throw refuse('UNAUTHENTICATED');
  const successor = deriveSuccessor(deps.authSecret, token, found.successorSalt);
  const next = await findHeldToken(deps.db, successor, now);
  const isUsable = next !== undefined && next.usedAt === null && next.expiresAt > now;
  const isRecent = askedAt.getTime() - found.usedAt.getTime() <= REUSE_GRACE;
  if (isRecent && isUsable) return { ...found, successor };
  await endStolen(deps, found, caller, now);
  throw refuse('UNAUTHENTICATED');
};

// Few, so that members who come back at the same time leave connections to others. They queue here instead of being refused:
// a tab that asks again later may miss the grace period.
const MAX_AT_ONCE = 4;
const MAX_WAITING = 5_000;
const pass = createConcurrencyLimiter(MAX_AT_ONCE, MAX_WAITING);

const renew = (deps: RefreshDeps, request: Request): Promise<TokenPair> =>
  pass(async () => {
    const now = deps.clock.now();
    // A withdrawal takes the same rows in another order.
    const rotated = await retryTransaction(() => rotate(deps, request, now));
    const { successor, ...grant } = rotated ?? (await repeat(deps, request, now));
    return { accessToken: await signAccessToken(deps, grant), refreshToken: successor };
  });

/** What each server is renewing at this moment, by token. */
const renewalsByServer = new WeakMap<RefreshDeps, Map<string, Promise<TokenPair>>>();

/**
 * A new pair for a refresh token, which is thereby used up. Requests for the same token at the same time, by the tabs of one
 * browser, share one renewal. A hand-off token is exchanged once, by the browser that began the social login.
 */
export const reissueTokens = (deps: RefreshDeps, token: string, caller: Caller): Promise<TokenPair> => {
  const browser = readBrowser(deps, caller.header('cookie'));
  const browserHash = browser === null ? null : hashBrowser(browser);
  const request = { token, caller, browserHash, askedAt: deps.clock.now() };
  if (browser !== null) return renew(deps, request);
  const renewals = renewalsByServer.get(deps) ?? new Map<string, Promise<TokenPair>>();
  renewalsByServer.set(deps, renewals);
  const key = hashRefreshToken(token).toString('hex');
  const renewal = renewals.get(key) ?? renew(deps, request).finally(() => renewals.delete(key));
  renewals.set(key, renewal);
  return renewal;
};

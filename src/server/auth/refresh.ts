import type { TokenPair } from '#contract/auth.ts';
import { refuse } from '#contract/errors.ts';
import { retryTransaction } from '#server/db/retry.ts';
import type { Deps } from '#server/deps.ts';
import { createConcurrencyLimiter } from '#server/async/concurrency-limiter.ts';
import type { Caller } from '#server/http/caller.ts';
import { logLogin, revokeSession } from './queries.ts';
import { deriveSuccessor, drawSuccessorSalt, hashRefreshToken } from './refresh-tokens.ts';
import { findHeldToken, isExchangeable, rotateRefreshToken } from './rotate-refresh.ts';
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
  const salt = drawSuccessorSalt();
  const successor = deriveSuccessor(authSecret, token, salt);
  const holder = await rotateRefreshToken(db, { token, successor, salt, browserHash }, now);
  return holder === null ? null : { ...holder, successor };
};

/** A used token in a second pair of hands: whose they are cannot be known, so the session ends. */
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
    // Used before, or planted in another's browser. It has no successor to give again, and its session goes on.
    deps.log.warn({ event: 'hand_off_refused', sessionId: found.sessionId });
    throw refuse('UNAUTHENTICATED');
  }
  if (found?.usedAt == null || found.successorSalt === null) throw refuse('UNAUTHENTICATED');
  const successor = deriveSuccessor(deps.authSecret, token, found.successorSalt);
  const isRecent = askedAt.getTime() - found.usedAt.getTime() <= REUSE_GRACE;
  if (isRecent && (await isExchangeable(deps.db, successor, now))) return { ...found, successor };
  await endStolen(deps, found, caller, now);
  throw refuse('UNAUTHENTICATED');
};

const renew = async (deps: RefreshDeps, request: Request): Promise<TokenPair> => {
  const now = deps.clock.now();
  // A withdrawal takes the same rows in another order.
  const rotated = await retryTransaction(() => rotate(deps, request, now));
  const { successor, ...grant } = rotated ?? (await repeat(deps, request, now));
  return { accessToken: await signAccessToken(deps, grant), refreshToken: successor };
};

interface Given {
  readonly pair: TokenPair;
  readonly until: number;
}

/** What one server is renewing at this moment, and what it gave a moment ago, by token. */
interface Renewals {
  readonly underWay: Map<string, Promise<TokenPair>>;
  readonly given: Map<string, Given>;
}

// Few, so that a morning on which everybody comes back leaves connections to others. They wait here, which costs nothing, rather
// than being sent away: who comes again after the other tabs of his browser may come too late to pass for one of them.
const AT_ONCE = 4;
const MOST_WAITING = 5_000;
const MOST_GIVEN = 10_000;
const pass = createConcurrencyLimiter(AT_ONCE, MOST_WAITING);
const renewalsByServer = new WeakMap<RefreshDeps, Renewals>();

const renewalsOf = (deps: RefreshDeps): Renewals => {
  const known = renewalsByServer.get(deps) ?? { underWay: new Map(), given: new Map() };
  renewalsByServer.set(deps, known);
  return known;
};

const remember = ({ given }: Renewals, key: string, pair: TokenPair, now: number): void => {
  given.set(key, { pair, until: now + REUSE_GRACE });
  // A Map goes through its keys in the order in which they came.
  for (const [oldest, { until }] of given) {
    if (until >= now && given.size <= MOST_GIVEN) return;
    given.delete(oldest);
  }
};

/** Of the pair that was given for it a moment ago, if that is still good: the time in which it was on its way does not count. */
const giveAgain = async (
  deps: RefreshDeps,
  { given }: Renewals,
  key: string,
  { askedAt }: Request,
): Promise<TokenPair | null> => {
  const found = given.get(key);
  if (found === undefined || found.until < askedAt.getTime()) return null;
  return (await isExchangeable(deps.db, found.pair.refreshToken, deps.clock.now())) ? found.pair : null;
};

/**
 * A new pair for a refresh token, which is thereby used up. The tabs of one browser ask together, and when many do, the last of
 * them would be answered too late to pass for the first: who asks while another is being answered is given the same. What social
 * login handed over is for one exchange alone.
 */
export const reissueTokens = (deps: RefreshDeps, token: string, caller: Caller): Promise<TokenPair> => {
  const browser = readBrowser(deps, caller.header('cookie'));
  const request: Request = {
    token,
    caller,
    browserHash: browser === null ? null : hashBrowser(browser),
    askedAt: deps.clock.now(),
  };
  if (browser !== null) return pass(() => renew(deps, request));
  const own = renewalsOf(deps);
  const key = hashRefreshToken(token).toString('hex');
  const known = own.underWay.get(key);
  if (known !== undefined) return known;
  const renewal = pass(async () => {
    const again = await giveAgain(deps, own, key, request);
    if (again !== null) return again;
    const pair = await renew(deps, request);
    remember(own, key, pair, deps.clock.now().getTime());
    return pair;
  }).finally(() => own.underWay.delete(key));
  own.underWay.set(key, renewal);
  return renewal;
};

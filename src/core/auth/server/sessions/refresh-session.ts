import { randomBytes, createHash, createHmac } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { appError } from '#platform/contract/errors.ts';
import type { Role, TokenPair, Session } from '#platform/contract/sessions.ts';
import { createConcurrencyLimiter } from '#platform/server/async/concurrency-limiter.ts';
import { deriveKey } from '#platform/server/crypto/derive-key.ts';
import type { Db } from '#platform/server/db/database.ts';
import { retryTransaction } from '#platform/server/db/retry-transaction.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { isActiveSession, recordLoginEvent, revokeSession } from '../queries.ts';
import { members, refreshTokens, sessions } from '../tables.ts';
import { signAccessToken } from './access-tokens.ts';
import { oauthCookie } from './random-cookie.ts';
import { sessionLimits, REUSE_GRACE_MS } from './session-limits.ts';

export const generateRefreshToken = (): string => randomBytes(32).toString('base64url');

export const hashRefreshToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Derives the successor from this token, a stored salt and the server's key, so that it can be issued again without being stored. */
const deriveSuccessorToken = (secret: Uint8Array, token: string, salt: Buffer): string =>
  createHmac('sha256', deriveKey(secret, 'refresh-successor')).update(salt).update(token).digest('base64url');

interface TokenOwner {
  readonly sessionId: string;
  readonly memberId: string;
  readonly name: string;
  readonly role: Role;
  readonly authenticatedAt: Date;
}

type TokenSuccessor = TokenOwner & { readonly successor: string };

interface RotationInput {
  readonly token: string;
  /** Hash of the `oauthCookie` of the browser that sends the token; null without one. */
  readonly browserCookieHash: Buffer | null;
  /** Accepts nothing but a handoff token of this browser. */
  readonly isHandoff: boolean;
}

/**
 * Marks the token as used and stores its successor in one statement; null when the token is unknown, used, expired or excluded by the
 * other fields of `RotationInput`, or its session has ended. The update locks the row, so a second request waits for the first to commit
 * and then finds the token used. One statement keeps rotations cheap when many browsers refresh at once (F-25).
 */
const rotateRefreshToken = async (
  { db, authSecret }: Pick<Deps, 'db' | 'authSecret'>,
  { token, browserCookieHash, isHandoff }: RotationInput,
  now: Date,
): Promise<TokenSuccessor | null> => {
  const salt = randomBytes(16);
  const successor = deriveSuccessorToken(authSecret, token, salt);
  const at = sql`${now.toISOString()}::timestamptz`;
  const idleEnd = (role: Role) =>
    sql`${new Date(now.getTime() + sessionLimits[role].idleTimeoutMs).toISOString()}::timestamptz`;
  const { rows } = await db.execute<Omit<TokenOwner, 'authenticatedAt'> & { authenticatedAt: number }>(sql`
    with used as (
      update refresh_tokens as token set used_at = ${at}, rotation_salt = ${salt}::bytea
      from sessions join members on members.id = sessions.member_id
      where token.token_hash = ${hashRefreshToken(token)}::bytea
        and token.used_at is null and token.expires_at > ${at}
        and (token.browser_cookie_hash = ${browserCookieHash}::bytea
          or (token.browser_cookie_hash is null and not ${isHandoff}::boolean))
        and sessions.id = token.session_id and sessions.revoked_at is null and sessions.expires_at > ${at}
      returning sessions.id, sessions.member_id, members.name, members.role, sessions.created_at
    ), kept as (
      insert into refresh_tokens (token_hash, session_id, expires_at, created_at)
      select ${hashRefreshToken(successor)}::bytea, id,
        case role when 'ADMIN' then ${idleEnd('ADMIN')} else ${idleEnd('MEMBER')} end, ${at}
      from used
    )
    select id as "sessionId", member_id as "memberId", name, role,
      (extract(epoch from created_at) * 1000)::float8 as "authenticatedAt"
    from used
  `);
  const [used] = rows;
  return used === undefined ? null : { ...used, authenticatedAt: new Date(used.authenticatedAt), successor };
};

/** Finds a token, whether used, expired or neither, with its session, while the session is active. */
const findRefreshToken = async (db: Db, token: string, now: Date) => {
  const [found] = await db
    .select({
      sessionId: sessions.id,
      memberId: sessions.memberId,
      name: members.name,
      role: members.role,
      authenticatedAt: sessions.createdAt,
      usedAt: refreshTokens.usedAt,
      expiresAt: refreshTokens.expiresAt,
      rotationSalt: refreshTokens.rotationSalt,
      browserCookieHash: refreshTokens.browserCookieHash,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(and(eq(refreshTokens.tokenHash, hashRefreshToken(token)), isActiveSession(now)));
  return found;
};

type RefreshDeps = Pick<Deps, 'db' | 'clock' | 'authSecret' | 'env' | 'log'>;

interface RefreshRequest extends Omit<RotationInput, 'isHandoff'> {
  readonly caller: Caller;
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

/**
 * Returns the successor, if still usable, of a token that was used within the grace period. Otherwise throws UNAUTHENTICATED, and first
 * revokes the session of a used token that is no handoff token.
 */
const replayRotation = async (
  deps: RefreshDeps,
  { token, caller, requestedAt }: RefreshRequest,
  now: Date,
): Promise<TokenSuccessor> => {
  const found = await findRefreshToken(deps.db, token, now);
  if (found !== undefined && found.browserCookieHash !== null) {
    // A handoff token that was exchanged already, has expired or was sent by another browser. It works once only, so its successor is not
    // returned again. Its session stays valid.
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

// Low, so that many simultaneous refreshes leave database connections for other requests. The queue is long, because a tab
// that retries later may miss the grace period.
const MAX_CONCURRENT = 4;
const MAX_QUEUED = 5_000;
const limitConcurrency = createConcurrencyLimiter(MAX_CONCURRENT, MAX_QUEUED);

const rotateOrReplay = (deps: RefreshDeps, request: RefreshRequest): Promise<TokenPair> =>
  limitConcurrency(async () => {
    const now = deps.clock.now();
    const rotation = { ...request, isHandoff: false };
    // Deleting an account locks the same rows in another order, so a deadlock is possible.
    const rotated = await retryTransaction(() => rotateRefreshToken(deps, rotation, now));
    const { successor, ...grant } = rotated ?? (await replayRotation(deps, request, now));
    return { accessToken: await signAccessToken(deps, grant), refreshToken: successor };
  });

/** Refreshes in progress in this process that share an exchange, by the hash of their token. */
const inFlightByDeps = new WeakMap<RefreshDeps, Map<string, Promise<TokenPair>>>();

/**
 * Exchanges a refresh token for a new token pair. Concurrent requests with the same token share one exchange in this process, unless the
 * browser has the cookie of a social login; otherwise they usually get the same successor within the grace period. A handoff token can be
 * exchanged once, by the browser that started the social login.
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
 * Exchanges the handoff token of a social login for a session, once and only in the browser that started the login. Throws UNAUTHENTICATED
 * for any other token and leaves it as it is: a link with the tokens of another account opens no session.
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

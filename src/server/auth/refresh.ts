import { and, eq, sql } from 'drizzle-orm';
import type { Role, TokenPair } from '#contract/auth.ts';
import { refuse } from '#contract/errors.ts';
import type { Db } from '#server/db/connection.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { members, refreshTokens, sessions } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { isLiveSession, logLogin, revokeSession } from './queries.ts';
import { deriveSuccessor, drawSuccessorSalt, hashRefreshToken } from './refresh-tokens.ts';
import { REUSE_GRACE, sessionLimits } from './session-limits.ts';
import { hashBrowser, readBrowser } from './social/browser-cookie.ts';
import { signAccessToken } from './tokens.ts';

type RefreshDeps = Pick<Deps, 'db' | 'clock' | 'authSecret' | 'settings' | 'log'>;

interface Holder {
  readonly sessionId: string;
  readonly memberId: string;
  readonly role: Role;
  readonly authenticatedAt: Date;
}

/**
 * Uses the token up and stores its successor, in one statement; null when it is not there to be used. The update takes
 * the row's lock: whoever comes second waits for the first to commit and then finds the token used.
 */
const rotate = async (
  { db, authSecret }: RefreshDeps,
  token: string,
  browserHash: Buffer | null,
  now: Date,
): Promise<(Holder & { successor: string }) | null> => {
  const salt = drawSuccessorSalt();
  const successor = deriveSuccessor(authSecret, token, salt);
  const at = sql`${now.toISOString()}::timestamptz`;
  const idleEnd = (role: Role) =>
    sql`${new Date(now.getTime() + sessionLimits[role].idle).toISOString()}::timestamptz`;
  const { rows } = await db.execute<Omit<Holder, 'authenticatedAt'> & { authenticatedAt: number }>(sql`
    with used as (
      update refresh_tokens as token set used_at = ${at}, successor_salt = ${salt}::bytea
      from sessions join members on members.id = sessions.member_id
      where token.token_hash = ${hashRefreshToken(token)}::bytea
        and token.used_at is null and token.expires_at > ${at}
        and (token.browser_hash is null or token.browser_hash = ${browserHash}::bytea)
        and sessions.id = token.session_id and sessions.revoked_at is null and sessions.expires_at > ${at}
      returning sessions.id, sessions.member_id, members.role, sessions.created_at
    ), kept as (
      insert into refresh_tokens (token_hash, session_id, expires_at, created_at)
      select ${hashRefreshToken(successor)}::bytea, id,
        case role when 'ADMIN' then ${idleEnd('ADMIN')} else ${idleEnd('MEMBER')} end, ${at}
      from used
    )
    select id as "sessionId", member_id as "memberId", role,
      (extract(epoch from created_at) * 1000)::float8 as "authenticatedAt"
    from used
  `);
  const [used] = rows;
  return used === undefined ? null : { ...used, authenticatedAt: new Date(used.authenticatedAt), successor };
};

const isUsed = async (db: Db, token: string): Promise<boolean> => {
  const [row] = await db
    .select({ usedAt: refreshTokens.usedAt })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, hashRefreshToken(token)));
  return row === undefined || row.usedAt !== null;
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
  token: string,
  caller: Caller,
  now: Date,
): Promise<Holder & { successor: string }> => {
  const [found] = await deps.db
    .select({
      sessionId: sessions.id,
      memberId: sessions.memberId,
      role: members.role,
      authenticatedAt: sessions.createdAt,
      usedAt: refreshTokens.usedAt,
      successorSalt: refreshTokens.successorSalt,
      browserHash: refreshTokens.browserHash,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(and(eq(refreshTokens.tokenHash, hashRefreshToken(token)), isLiveSession(now)));
  if (found !== undefined && found.browserHash !== null) {
    // Used before, or planted in another's browser. It has no successor to give again, and its session goes on.
    deps.log.warn({ event: 'hand_off_refused', sessionId: found.sessionId });
    throw refuse('UNAUTHENTICATED');
  }
  if (found?.usedAt == null || found.successorSalt === null) throw refuse('UNAUTHENTICATED');
  const successor = deriveSuccessor(deps.authSecret, token, found.successorSalt);
  const isRecent = now.getTime() - found.usedAt.getTime() <= REUSE_GRACE;
  if (isRecent && !(await isUsed(deps.db, successor))) return { ...found, successor };
  await endStolen(deps, found, caller, now);
  throw refuse('UNAUTHENTICATED');
};

const renew = async (
  deps: RefreshDeps,
  token: string,
  caller: Caller,
  browserHash: Buffer | null,
): Promise<TokenPair> => {
  const now = deps.clock.now();
  // A withdrawal takes the same rows in another order.
  const rotated = await retryTransaction(() => rotate(deps, token, browserHash, now));
  const { successor, ...grant } = rotated ?? (await repeat(deps, token, caller, now));
  return {
    accessToken: await signAccessToken(deps, grant),
    refreshToken: successor,
  };
};

/** What one server is renewing at this moment, by token. */
const underWay = new WeakMap<RefreshDeps, Map<string, Promise<TokenPair>>>();

/**
 * A new pair for a refresh token, which is thereby used up. The tabs of one browser ask together, and when many do, the last of
 * them would be answered too late to pass for the first: who asks while another is being answered is given the same. What social
 * login handed over is for one exchange alone.
 */
export const reissueTokens = (deps: RefreshDeps, token: string, caller: Caller): Promise<TokenPair> => {
  const browser = readBrowser(deps, caller.header('cookie'));
  if (browser !== null) return renew(deps, token, caller, hashBrowser(browser));
  const key = hashRefreshToken(token).toString('hex');
  const renewing = underWay.get(deps) ?? new Map<string, Promise<TokenPair>>();
  underWay.set(deps, renewing);
  const known = renewing.get(key);
  if (known !== undefined) return known;
  const renewal = renew(deps, token, caller, null).finally(() => renewing.delete(key));
  renewing.set(key, renewal);
  return renewal;
};

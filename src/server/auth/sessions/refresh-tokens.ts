import { randomBytes, createHash, createHmac } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Role } from '#contract/auth.ts';
import type { Db } from '#server/db/database.ts';
import { members, refreshTokens, sessions } from '#server/db/schema.ts';
import { isActiveSession } from '#server/auth/queries.ts';
import type { Deps } from '#server/deps.ts';
import { sessionLimits } from './session-limits.ts';
import { deriveKey } from '#server/auth/derive-key.ts';

export const generateRefreshToken = (): string => randomBytes(32).toString('base64url');

export const hashRefreshToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Derives the successor from this token, a stored salt and the server's key, so that it can be issued again without being stored. */
export const deriveSuccessorToken = (secret: Uint8Array, token: string, salt: Buffer): string =>
  createHmac('sha256', deriveKey(secret, 'refresh-successor')).update(salt).update(token).digest('base64url');

/** The session and member of a refresh token. */
export interface TokenOwner {
  readonly sessionId: string;
  readonly memberId: string;
  readonly name: string;
  readonly role: Role;
  readonly authenticatedAt: Date;
}

export type TokenSuccessor = TokenOwner & { readonly successor: string };

interface RotationInput {
  readonly token: string;
  /** Hash of the cookie of the browser that sends the token; null if it started no social login. */
  readonly browserCookieHash: Buffer | null;
  /** Accepts nothing but a hand-off token of this browser. */
  readonly isHandoff: boolean;
}

/**
 * Marks the token as used and stores its successor in one statement; null when the token is unknown, used or expired. The update
 * locks the row, so a second request waits for the first to commit and then finds the token used. One statement keeps
 * rotations cheap when all members return at once (F-25).
 */
export const rotateRefreshToken = async (
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

/** Finds a token with its session, whether used or not, while the session is active. */
export const findRefreshToken = async (db: Db, token: string, now: Date) => {
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

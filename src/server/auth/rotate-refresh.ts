import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Role } from '#contract/auth.ts';
import type { Db } from '#server/db/connection.ts';
import { prepared, prepareSql } from '#server/db/prepared.ts';
import { members, refreshTokens, sessions } from '#server/db/schema.ts';
import { isLiveSession } from './queries.ts';
import { hashRefreshToken } from './refresh-tokens.ts';
import { sessionLimits } from './session-limits.ts';

/** Whose a refresh token is. */
export interface Holder {
  readonly sessionId: string;
  readonly memberId: string;
  readonly role: Role;
  readonly authenticatedAt: Date;
}

interface Rotation {
  readonly token: string;
  readonly successor: string;
  readonly salt: Buffer;
  /** Of the browser that sends it, where one began a social login. */
  readonly browserHash: Buffer | null;
}

const { placeholder } = sql;

// All renew their tokens on the same morning: see F-25.
const rotation = prepared((db: Db) =>
  prepareSql<Omit<Holder, 'authenticatedAt'> & { authenticatedAt: number }>(
    db,
    'rotate_refresh',
    sql`
      with used as (
        update refresh_tokens as token set used_at = ${placeholder('now')}::timestamptz,
          successor_salt = ${placeholder('salt')}::bytea
        from sessions join members on members.id = sessions.member_id
        where token.token_hash = ${placeholder('tokenHash')}::bytea
          and token.used_at is null and token.expires_at > ${placeholder('now')}::timestamptz
          and (token.browser_hash is null or token.browser_hash = ${placeholder('browserHash')}::bytea)
          and sessions.id = token.session_id and sessions.revoked_at is null
          and sessions.expires_at > ${placeholder('now')}::timestamptz
        returning sessions.id, sessions.member_id, members.role, sessions.created_at
      ), kept as (
        insert into refresh_tokens (token_hash, session_id, expires_at, created_at)
        select ${placeholder('successorHash')}::bytea, id,
          case role when 'ADMIN' then ${placeholder('adminIdleEnd')}::timestamptz
            else ${placeholder('memberIdleEnd')}::timestamptz end,
          ${placeholder('now')}::timestamptz
        from used
      )
      select id as "sessionId", member_id as "memberId", role,
        (extract(epoch from created_at) * 1000)::float8 as "authenticatedAt"
      from used
    `,
  ),
);

/**
 * Uses the token up and stores its successor, in one statement; null when it is not there to be used. The update takes
 * the row's lock: whoever comes second waits for the first to commit and then finds the token used.
 */
export const rotateRefreshToken = async (
  db: Db,
  { token, successor, salt, browserHash }: Rotation,
  now: Date,
): Promise<Holder | null> => {
  const idleEnd = (role: Role): string => new Date(now.getTime() + sessionLimits[role].idle).toISOString();
  const { rows } = await rotation(db).execute({
    now: now.toISOString(),
    salt,
    tokenHash: hashRefreshToken(token),
    browserHash,
    successorHash: hashRefreshToken(successor),
    adminIdleEnd: idleEnd('ADMIN'),
    memberIdleEnd: idleEnd('MEMBER'),
  });
  const [used] = rows;
  return used === undefined ? null : { ...used, authenticatedAt: new Date(used.authenticatedAt) };
};

const heldToken = prepared((db: Pick<Db, 'select'>) =>
  db
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
    .where(and(eq(refreshTokens.tokenHash, placeholder('tokenHash')), isLiveSession(placeholder('now'))))
    .prepare('held_token'),
);

/** A token of a session that is alive, used or not. */
export const findHeldToken = async (db: Db, token: string, now: Date) => {
  const [found] = await heldToken(db).execute({ tokenHash: hashRefreshToken(token), now });
  return found;
};

const unusedToken = prepared((db: Pick<Db, 'select'>) =>
  db
    .select({ sessionId: sessions.id })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(
      and(
        eq(refreshTokens.tokenHash, placeholder('tokenHash')),
        isNull(refreshTokens.usedAt),
        gt(refreshTokens.expiresAt, placeholder('now')),
        isLiveSession(placeholder('now')),
      ),
    )
    .prepare('unused_token'),
);

/** Whether it could be exchanged now. */
export const isExchangeable = async (db: Db, token: string, now: Date): Promise<boolean> =>
  (await unusedToken(db).execute({ tokenHash: hashRefreshToken(token), now })).length > 0;

import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { definePrepared } from '#server/db/define-prepared.ts';
import { adminTotp, members, refreshTokens, sessions } from '#server/db/schema.ts';
import { studioSettingVersions } from '#server/db/studio-schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import type { AuthenticatedMember } from '#server/http/define-route.ts';
import { isActiveSession } from '#server/auth/queries.ts';
import { hashBrowserCookie, readBrowserCookie } from '#server/auth/social/oauth-browser-cookie.ts';
import { verifyAccessToken } from './access-tokens.ts';

type AuthenticateDeps = Pick<Deps, 'db' | 'clock' | 'authSecret' | 'settings' | 'log'>;

/** A hand-off token is valid in the browser it was issued to, until its refresh token is exchanged. */
const isValidHandoff = async (
  { db, clock, settings }: AuthenticateDeps,
  caller: Pick<Caller, 'header'>,
  sessionId: string,
): Promise<boolean> => {
  const browser = readBrowserCookie({ settings }, caller.header('cookie'));
  if (browser === null) return false;
  const refreshToken = and(
    eq(refreshTokens.sessionId, sessionId),
    eq(refreshTokens.browserCookieHash, hashBrowserCookie(browser)),
    isNull(refreshTokens.usedAt),
    gt(refreshTokens.expiresAt, clock.now()),
  );
  return (await db.$count(refreshTokens, refreshToken)) > 0;
};

const { placeholder } = sql;
const { id, loginId, name, role, status } = members;

const isTokenSubject = and(
  eq(sessions.id, placeholder('sessionId')),
  eq(members.id, placeholder('memberId')),
  isActiveSession(placeholder('now')),
);
/** False without further reads for members. */
const needsSecondFactor = sql<boolean>`case when ${role} = 'ADMIN' then coalesce((
    select (body ->> 'requiresSecondFactor')::boolean from ${studioSettingVersions}
    where section = 'security' order by version desc limit 1
  ), false) and not exists (
    select 1 from ${adminTotp} where member_id = ${id} and confirmed_at is not null
  ) else false end`;

const preparedMemberQuery = definePrepared((db) =>
  db
    .select({ id, loginId, name, role, status, needsSecondFactor })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(isTokenSubject)
    .prepare('identify'),
);

/**
 * Returns the member of a bearer token, or null. Session and member are read from the database at each request, so that a logout
 * or a revoked role takes effect at once on every instance.
 */
export const createAuthenticator =
  (deps: AuthenticateDeps) =>
  async (bearer: string, caller: Pick<Caller, 'header'>): Promise<AuthenticatedMember | null> => {
    const subject = await verifyAccessToken(deps, bearer);
    if (subject === null) return null;
    const { isHandoff, sessionId, memberId } = subject;
    if (isHandoff && !(await isValidHandoff(deps, caller, sessionId))) return null;
    const now = deps.clock.now().toISOString();
    const [row] = await preparedMemberQuery(deps.db).execute({ sessionId, memberId, now });
    if (row === undefined) return null;
    const { status: memberStatus, ...found } = row;
    return {
      ...found,
      role: found.needsSecondFactor ? 'MEMBER' : found.role,
      sessionId,
      isProfileIncomplete: memberStatus === 'PENDING_SOCIAL',
      isHandoff,
    };
  };

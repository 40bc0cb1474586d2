import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { sectionColumn } from '#core/content/server/read-sections.ts';
import type { RateLimitName } from '#platform/contract/rate-limits.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { definePrepared } from '#platform/server/db/define-prepared.ts';
import { retryTransaction } from '#platform/server/db/retry-transaction.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { AuthenticatedMember } from '#platform/server/http/define-route.ts';
import { hitValues, insertHits } from '#platform/server/http/overload/rate-limit-store.ts';
import type { RateLimiter } from '#platform/server/http/overload/rate-limiter.ts';
import { authSections } from '../../contract/sections.ts';
import { isActiveSession } from '../queries.ts';
import { adminTotp, members, refreshTokens, sessions } from '../tables.ts';
import { verifyAccessToken } from './access-tokens.ts';
import { oauthCookie } from './random-cookie.ts';

type AuthenticateDeps = Pick<Deps, 'db' | 'clock' | 'authSecret' | 'env' | 'log'>;

/** A handoff token authenticates only in the browser it was issued to, and only until its refresh token is exchanged or expires. */
const isValidHandoff = async (
  { db, clock, env }: AuthenticateDeps,
  caller: Pick<Caller, 'header'>,
  sessionId: string,
): Promise<boolean> => {
  const browserCookieHash = oauthCookie.readHash({ env }, caller);
  if (browserCookieHash === null) return false;
  const refreshToken = and(
    eq(refreshTokens.sessionId, sessionId),
    eq(refreshTokens.browserCookieHash, browserCookieHash),
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
/** False for members, without a further read. */
const needsSecondFactor = sql<boolean>`case when ${role} = 'ADMIN' then coalesce(
    (${sectionColumn(authSections.security)} ->> 'requiresSecondFactor')::boolean, false
  ) and not exists (
    select 1 from ${adminTotp} where member_id = ${id} and confirmed_at is not null
  ) else false end`;

const selectMember = (db: Tx) =>
  db
    .select({
      id,
      loginId,
      name,
      role,
      status,
      needsSecondFactor: needsSecondFactor.as('needs_second_factor'),
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(isTokenSubject);

const identify = definePrepared((db) => selectMember(db).prepare('identify'));

/** Finds the member and counts the hits. Counts nothing when the session has ended: its token must not use up the limits of the member. */
const identifyAndCount = definePrepared((db) => {
  const found = db.$with('found').as(selectMember(db));
  const counted = db.$with('counted').as(insertHits(db, sql`exists (select from found)`));
  const counts = sql<Record<string, number>>`(select json_object_agg(key, hits) from ${counted})`;
  return db
    .with(found, counted)
    .select({
      id: found.id,
      loginId: found.loginId,
      name: found.name,
      role: found.role,
      status: found.status,
      needsSecondFactor: found.needsSecondFactor,
      counts,
    })
    .from(found)
    .prepare('identify_and_count');
});

/**
 * Returns the member of a bearer token, whose request it counts against the named limit, if any; null for an invalid token and for one
 * whose session has ended. Session and member are read from the database at each request, so that a logout or a revoked role takes effect
 * at once on every instance. Throws TOO_MANY_REQUESTS.
 */
export const createAuthenticator =
  (deps: AuthenticateDeps, { begin }: Pick<RateLimiter, 'begin'>) =>
  async (
    bearer: string,
    caller: Pick<Caller, 'header' | 'ip' | 'network'>,
    limit: RateLimitName | null,
  ): Promise<AuthenticatedMember | null> => {
    const subject = await verifyAccessToken(deps, bearer);
    if (subject === null) return null;
    const { isHandoff, sessionId, memberId } = subject;
    if (isHandoff && !(await isValidHandoff(deps, caller, sessionId))) return null;
    const now = deps.clock.now().toISOString();
    const count =
      limit === null ? null : begin(limit, { ip: caller.ip, network: caller.network, member: memberId });
    const { hits = [] } = count ?? {};
    const subjectValues = { sessionId, memberId, now };
    const [row] = await (hits.length === 0
      ? identify(deps.db).execute(subjectValues)
      : retryTransaction(() => identifyAndCount(deps.db).execute({ ...subjectValues, ...hitValues(hits) })));
    if (row === undefined) return null;
    const {
      status: memberStatus,
      counts,
      ...found
    } = { counts: {} as Readonly<Record<string, number>>, ...row };
    await count?.finish(hits.map(({ key }) => counts[key] ?? 0));
    return {
      ...found,
      role: found.needsSecondFactor ? 'MEMBER' : found.role,
      sessionId,
      isProfileIncomplete: memberStatus === 'PENDING_SOCIAL',
      isHandoff,
    };
  };

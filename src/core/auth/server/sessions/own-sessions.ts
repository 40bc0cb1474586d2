import { and, desc, eq, max, sql } from 'drizzle-orm';
import { appError } from '#platform/contract/errors.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { AuthenticatedMember } from '#platform/server/http/define-route.ts';
import { completeRequest } from '#platform/server/http/repeated-requests.ts';
import type { SignedInDevice } from '../../contract/auth.ts';
import { isActiveSession, recordLoginEvent, revokeSession } from '../queries.ts';
import { refreshTokens, sessions } from '../tables.ts';
import { verifyAccessToken } from './access-tokens.ts';
import { LOGOUT_GRACE_MS } from './session-limits.ts';

// The first match wins: many browsers also claim to be Chrome, and Chrome claims to be Safari.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/KAKAOTALK/i, '카카오톡'],
  [/NAVER\(/i, '네이버 앱'],
  [/SamsungBrowser\//, '삼성 인터넷'],
  [/Whale\//, '웨일'],
  [/Edg(?:A|iOS)?\//, '엣지'],
  [/OPR\//, '오페라'],
  [/Firefox\/|FxiOS\//, '파이어폭스'],
  [/Chrome\/|CriOS\//, '크롬'],
  [/Version\/[\d.]+ .*Safari\//, '사파리'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, '아이폰'],
  [/iPad/, '아이패드'],
  [/Android/, '안드로이드'],
  [/Windows/, '윈도우'],
  [/CrOS/, '크롬북'],
  [/Macintosh/, '맥'],
  [/Linux/, '리눅스'],
];

const findLabel = (names: typeof BROWSERS, userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** A short label for people, such as `크롬 · 안드로이드`. Not for decisions, because a user agent can be forged. */
export const formatDeviceLabel = (userAgent: string): string =>
  [findLabel(BROWSERS, userAgent), findLabel(SYSTEMS, userAgent)].filter(Boolean).join(' · ') ||
  '알 수 없는 기기';

/** Hides the last octet (`203.0.113.*`). IPv6 addresses are already stored as their network prefix. */
export const maskIp = (address: string): string => address.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.*');

/** Lists the member's sessions that can still be refreshed, most recently refreshed first. */
export const listSessions = async (
  db: Db,
  member: AuthenticatedMember,
  now: Date,
): Promise<SignedInDevice[]> => {
  // A refresh adds a token; the newest tells when the session was last refreshed and until when it can be refreshed.
  const lastUsedAt = max(refreshTokens.createdAt);
  const rows = await db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ip: sessions.ip,
      createdAt: sessions.createdAt,
      lastUsedAt,
    })
    .from(sessions)
    .innerJoin(refreshTokens, eq(refreshTokens.sessionId, sessions.id))
    .where(and(eq(sessions.memberId, member.id), isActiveSession(now)))
    .groupBy(sessions.id)
    .having(sql`max(${refreshTokens.expiresAt}) > ${now.toISOString()}::timestamptz`)
    .orderBy(desc(lastUsedAt), desc(sessions.id));
  return rows.map((row) => ({
    id: row.id,
    current: row.id === member.sessionId,
    device: formatDeviceLabel(row.userAgent),
    address: maskIp(row.ip),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: (row.lastUsedAt ?? row.createdAt).toISOString(),
  }));
};

/** Revokes a session of the member. Throws NOT_FOUND when the member has no active session with this id. */
export const revokeOwnSession = async (
  db: Db,
  memberId: string,
  id: string,
  caller: Caller,
  now: Date,
): Promise<void> => {
  await db.transaction(async (tx) => {
    const own = and(eq(sessions.id, id), eq(sessions.memberId, memberId), isActiveSession(now));
    const isOwn = (await tx.$count(sessions, own)) > 0;
    if (!isOwn || !(await revokeSession(tx, id, now))) throw appError('NOT_FOUND');
    await recordLoginEvent(tx, { memberId, outcome: 'LOGOUT' }, caller, now);
    await completeRequest(tx);
  });
};

/** Revokes the session of the access token, which may have expired within the last day. Idempotent; does nothing without such a token. */
export const logOut = async (deps: Deps, caller: Caller, now: Date): Promise<void> => {
  const subject =
    caller.bearer === null ? null : await verifyAccessToken(deps, caller.bearer, LOGOUT_GRACE_MS);
  if (subject === null) return;
  const { memberId, sessionId } = subject;
  await deps.db.transaction(async (tx) => {
    const wasAlive = await revokeSession(tx, sessionId, now);
    if (wasAlive) await recordLoginEvent(tx, { memberId, outcome: 'LOGOUT' }, caller, now);
  });
};

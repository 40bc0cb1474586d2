import { and, desc, eq, max, sql } from 'drizzle-orm';
import type { SignedInDevice } from '#contract/auth.ts';
import { appError } from '#contract/errors.ts';
import type { Db } from '#server/db/database.ts';
import { refreshTokens, sessions } from '#server/db/schema.ts';
import type { Caller } from '#server/http/caller.ts';
import type { AuthenticatedMember } from '#server/http/define-route.ts';
import { completeRequest } from '#server/http/repeated-requests.ts';
import { maskIp, formatDeviceLabel } from './device-label.ts';
import { isActiveSession, recordLoginEvent, revokeSession } from '#server/auth/queries.ts';

/** Lists the member's active sessions, most recently used first. */
export const listSessions = async (
  db: Db,
  member: AuthenticatedMember,
  now: Date,
): Promise<SignedInDevice[]> => {
  // Each refresh adds a token; the newest tells when the session was last used and when it expires.
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

interface RevokeRequest {
  readonly member: AuthenticatedMember;
  readonly caller: Caller;
  readonly now: Date;
}

/** Revokes one of the member's sessions. Throws NOT_FOUND for a session of another member or one that has ended. */
export const revokeOwnSession = async (
  db: Db,
  { member, caller: { ip, userAgent }, now }: RevokeRequest,
  id: string,
): Promise<void> => {
  await db.transaction(async (tx) => {
    const own = and(eq(sessions.id, id), eq(sessions.memberId, member.id), isActiveSession(now));
    const isOwn = (await tx.$count(sessions, own)) > 0;
    if (!isOwn || !(await revokeSession(tx, id, now))) throw appError('NOT_FOUND');
    await recordLoginEvent(tx, { memberId: member.id, outcome: 'LOGOUT', ip, userAgent, occurredAt: now });
    await completeRequest(tx);
  });
};

import { randomUUID } from 'node:crypto';
import { and, desc, eq, exists, gt, inArray, isNull } from 'drizzle-orm';
import { appError } from '#platform/contract/errors.ts';
import type { Role, TokenPair } from '#platform/contract/sessions.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { isActiveSession, recordLoginEvent } from '../queries.ts';
import { members, refreshTokens, sessions } from '../tables.ts';
import { signAccessToken } from './access-tokens.ts';
import { generateRefreshToken, hashRefreshToken } from './refresh-session.ts';
import { HANDOFF_TTL_MS, sessionLimits } from './session-limits.ts';

interface NewSession {
  readonly memberId: string;
  readonly role: Role;
  readonly ip: string;
  readonly userAgent: string;
  /** The stored hash that the password was verified against; absent for logins without a password. */
  readonly verifiedHash?: string;
  /** Hash of the cookie that the visitor had as a guest. */
  readonly guestHash?: Buffer | null;
  /** Hash of the browser's `oauthCookie` when the tokens are passed in a URL: only this browser can exchange the refresh token. */
  readonly browserCookieHash?: Buffer;
}

/** Revokes the member's oldest sessions to make room for one more; sessions whose refresh token has expired go first. */
const revokeExcessSessions = async (
  tx: Tx,
  memberId: string,
  maxSessions: number,
  now: Date,
): Promise<void> => {
  const isUsableToken = and(
    eq(refreshTokens.sessionId, sessions.id),
    isNull(refreshTokens.usedAt),
    gt(refreshTokens.expiresAt, now),
  );
  const canContinue = exists(
    tx.select({ id: refreshTokens.sessionId }).from(refreshTokens).where(isUsableToken),
  );
  const excess = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), isActiveSession(now)))
    .orderBy(desc(canContinue), desc(sessions.createdAt), desc(sessions.id))
    .offset(maxSessions - 1);
  await tx.update(sessions).set({ revokedAt: now }).where(inArray(sessions.id, excess));
};

/**
 * Creates a session with its first tokens, records the login and runs the features' hooks, which adopt what the guest has held. Throws
 * LOGIN_FAILED if the member was deleted or the password hash changed meanwhile.
 */
export const createSession = async (
  { db, clock, authSecret, env, hooks }: Pick<Deps, 'db' | 'clock' | 'authSecret' | 'env' | 'hooks'>,
  { memberId, role, ip, userAgent, verifiedHash, guestHash = null, browserCookieHash }: NewSession,
): Promise<TokenPair> => {
  const now = clock.now();
  const after = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
  const { idleTimeoutMs, absoluteTimeoutMs, maxSessions } = sessionLimits[role];
  const sessionId = randomUUID();
  const refreshToken = generateRefreshToken();
  const isHandoff = browserCookieHash !== undefined;
  await db.transaction(async (tx, commitWith) => {
    const hasPassword = verifiedHash === undefined ? undefined : eq(members.passwordHash, verifiedHash);
    // Locks the member's row, so that the session limit also holds for parallel logins.
    const [member] = await tx
      .select({ id: members.id })
      .from(members)
      .where(and(eq(members.id, memberId), hasPassword))
      .for('no key update');
    if (member === undefined) throw appError('LOGIN_FAILED');
    for (const { sessionCreated } of hooks) await sessionCreated?.(tx, { memberId, guestHash, now });
    commitWith(
      revokeExcessSessions(tx, memberId, maxSessions, now),
      tx.insert(sessions).values({
        id: sessionId,
        memberId,
        ip,
        userAgent,
        createdAt: now,
        expiresAt: after(absoluteTimeoutMs),
      }),
      tx.insert(refreshTokens).values({
        tokenHash: hashRefreshToken(refreshToken),
        sessionId,
        expiresAt: after(isHandoff ? HANDOFF_TTL_MS : idleTimeoutMs),
        createdAt: now,
        browserCookieHash: browserCookieHash ?? null,
      }),
      recordLoginEvent(tx, { memberId, outcome: 'SUCCESS' }, { ip, userAgent }, now),
    );
  });
  const grant = { memberId, sessionId, role, authenticatedAt: now, isHandoff };
  return { accessToken: await signAccessToken({ clock, authSecret, env }, grant), refreshToken };
};

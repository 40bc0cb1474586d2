import { randomUUID } from 'node:crypto';
import { and, desc, eq, exists, gt, inArray, isNull } from 'drizzle-orm';
import type { Role, TokenPair } from '#contract/auth.ts';
import { refuse } from '#contract/errors.ts';
import type { Db } from '#server/db/connection.ts';
import { members, refreshTokens, sessions } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { isLiveSession, logLogin } from './queries.ts';
import { drawRefreshToken, hashRefreshToken } from './refresh-tokens.ts';
import { HAND_OFF_LIFE, sessionLimits } from './session-limits.ts';
import { signAccessToken } from './tokens.ts';

interface NewSession {
  readonly memberId: string;
  readonly role: Role;
  readonly address: string;
  readonly userAgent: string;
  /** The stored hash that the password was verified against; absent when no password was asked for. */
  readonly verifiedHash?: string;
  /** Hash of the browser's cookie when the tokens are handed over in an address: they can be exchanged only there. */
  readonly browserHash?: Buffer;
}

/** Revokes the member's oldest sessions so that one more fits, first those whose refresh token can no longer be used. */
const revokeExcessSessions = async (
  tx: Pick<Db, 'select' | 'update'>,
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
    .where(and(eq(sessions.memberId, memberId), isLiveSession(now)))
    .orderBy(desc(canContinue), desc(sessions.createdAt), desc(sessions.id))
    .offset(maxSessions - 1);
  await tx.update(sessions).set({ revokedAt: now }).where(inArray(sessions.id, excess));
};

/** Signs a member in: a session, its first tokens and the line in the login log. */
export const createSession = async (
  { db, clock, authSecret, settings }: Pick<Deps, 'db' | 'clock' | 'authSecret' | 'settings'>,
  { memberId, role, address, userAgent, verifiedHash, browserHash }: NewSession,
): Promise<TokenPair> => {
  const now = clock.now();
  const after = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
  const { idle, absolute, count } = sessionLimits[role];
  const sessionId = randomUUID();
  const refreshToken = drawRefreshToken();
  const isHandOff = browserHash !== undefined;
  await db.transaction(async (tx) => {
    const hasPassword = verifiedHash === undefined ? undefined : eq(members.passwordHash, verifiedHash);
    // Logins of one member queue at the row, so that the limit of sessions also holds for parallel logins.
    const [member] = await tx
      .select({ id: members.id })
      .from(members)
      .where(and(eq(members.id, memberId), hasPassword))
      .for('no key update');
    // The member was deleted, or the password changed, after it was verified.
    if (member === undefined) throw refuse('LOGIN_FAILED');
    await revokeExcessSessions(tx, memberId, count, now);
    await tx
      .insert(sessions)
      .values({ id: sessionId, memberId, address, userAgent, createdAt: now, expiresAt: after(absolute) });
    await tx.insert(refreshTokens).values({
      tokenHash: hashRefreshToken(refreshToken),
      sessionId,
      expiresAt: after(isHandOff ? HAND_OFF_LIFE : idle),
      createdAt: now,
      browserHash: browserHash ?? null,
    });
    await logLogin(tx, { memberId, outcome: 'SUCCESS', address, userAgent, at: now });
  });
  const grant = { memberId, sessionId, role, authenticatedAt: now, isHandOff };
  return { accessToken: await signAccessToken({ clock, authSecret, settings }, grant), refreshToken };
};

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
  /** The stored hash that the password was found right against; absent when none was asked for. */
  readonly verifiedHash?: string;
  /** Of the browser that the tokens are handed to in an address: only there are they exchanged for others. */
  readonly browserHash?: Buffer;
}

/** Logins of one member queue here, so that the number of sessions holds under parallel ones too. */
const lockMember = async (tx: Pick<Db, 'select'>, { memberId, verifiedHash }: NewSession): Promise<void> => {
  const [member] = await tx
    .select({ passwordHash: members.passwordHash })
    .from(members)
    .where(eq(members.id, memberId))
    .for('no key update');
  // A password changed, or a member gone, since the check: this login came with the old one.
  const isStale = verifiedHash !== undefined && member?.passwordHash !== verifiedHash;
  if (member === undefined || isStale) throw refuse('LOGIN_FAILED');
};

/** Ends the oldest sessions, so that one more keeps within the role's number; first those that cannot go on anyhow. */
const makeRoom = async (
  tx: Pick<Db, 'select' | 'update'>,
  { memberId, role }: NewSession,
  now: Date,
): Promise<void> => {
  // A hand-off that nobody exchanged leaves a session without a token to go on by.
  const { sessionId, usedAt, expiresAt } = refreshTokens;
  const ownToken = and(eq(sessionId, sessions.id), isNull(usedAt), gt(expiresAt, now));
  const canGoOn = exists(tx.select({ sessionId }).from(refreshTokens).where(ownToken));
  const surplus = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), isLiveSession(now)))
    .orderBy(desc(canGoOn), desc(sessions.createdAt), desc(sessions.id))
    .offset(sessionLimits[role].count - 1);
  await tx.update(sessions).set({ revokedAt: now }).where(inArray(sessions.id, surplus));
};

/** Signs a member in: a session, its first tokens and the line in the login log. Refuses LOGIN_FAILED when overtaken. */
export const createSession = async (
  deps: Pick<Deps, 'db' | 'clock' | 'authSecret' | 'settings'>,
  session: NewSession,
): Promise<TokenPair> => {
  const { memberId, role, address, userAgent, browserHash = null } = session;
  const now = deps.clock.now();
  const after = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
  const { idle, absolute } = sessionLimits[role];
  const sessionId = randomUUID();
  const refreshToken = drawRefreshToken();
  await deps.db.transaction(async (tx) => {
    await lockMember(tx, session);
    await makeRoom(tx, session, now);
    await tx
      .insert(sessions)
      .values({ id: sessionId, memberId, address, userAgent, createdAt: now, expiresAt: after(absolute) });
    await tx.insert(refreshTokens).values({
      tokenHash: hashRefreshToken(refreshToken),
      sessionId,
      expiresAt: after(browserHash === null ? idle : HAND_OFF_LIFE),
      createdAt: now,
      browserHash,
    });
    await logLogin(tx, { memberId, outcome: 'SUCCESS', address, userAgent, at: now });
  });
  const isHandOff = browserHash !== null;
  const grant = { memberId, sessionId, role, authenticatedAt: now, isHandOff };
  const accessToken = await signAccessToken(deps, grant);
  return { accessToken, refreshToken };
};

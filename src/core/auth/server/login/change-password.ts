import { and, eq, isNull, ne } from 'drizzle-orm';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { AuthenticatedMember } from '#platform/server/http/define-route.ts';
import { completeRequest, isRepeatedRequest } from '#platform/server/http/repeated-requests.ts';
import type { memberEndpoints } from '../../contract/members.ts';
import { replacePasswordHash } from '../queries.ts';
import { members, sessions } from '../tables.ts';
import { passwordCounter, limitAttempts } from './failure-counters.ts';
import { hashPassword, verifyPassword } from './password-hashing.ts';

/** Revokes all sessions of the member, or all but one. */
export const revokeSessions = async (tx: Tx, memberId: string, now: Date, except?: string): Promise<void> => {
  const others = except === undefined ? undefined : ne(sessions.id, except);
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.memberId, memberId), isNull(sessions.revokedAt), others));
};

/**
 * Returns the stored hash if the password matches it. Throws PASSWORD_WRONG otherwise, also for members of social login, who
 * have no password. Too many wrong passwords lock the check: a stolen access token must not allow guessing.
 */
export const verifyCurrentPassword = async (
  deps: Deps,
  memberId: string,
  password: string,
): Promise<string> => {
  const [row] = await deps.db
    .select({ passwordHash: members.passwordHash })
    .from(members)
    .where(eq(members.id, memberId));
  const stored = row?.passwordHash ?? null;
  const isRight = await limitAttempts(deps, passwordCounter(memberId), async () => {
    if (await verifyPassword(stored, password)) return true;
    // The request repeats one that has succeeded, so this is not a wrong attempt.
    if (await isRepeatedRequest(deps.db)) throw appError('PASSWORD_WRONG');
    return false;
  });
  if (!isRight || stored === null) throw appError('PASSWORD_WRONG');
  return stored;
};

/**
 * Changes the password and revokes every other session of the member. Throws PASSWORD_UNCHANGED only after the old password
 * was verified, so that the response reveals nothing to someone who does not know it.
 */
export const changePassword = async (
  deps: Deps,
  member: AuthenticatedMember,
  { oldPassword, newPassword }: BodyOf<typeof memberEndpoints.changePassword>,
): Promise<void> => {
  const stored = await verifyCurrentPassword(deps, member.id, oldPassword);
  if (newPassword === oldPassword) throw appError('PASSWORD_UNCHANGED');
  const passwordHash = await hashPassword(newPassword);
  await deps.db.transaction(async (tx) => {
    // The update locks the member's row. Logins wait for it, so none can use the old password.
    if (!(await replacePasswordHash(tx, member.id, stored, passwordHash))) throw appError('PASSWORD_WRONG');
    await revokeSessions(tx, member.id, deps.clock.now(), member.sessionId);
    await completeRequest(tx);
  });
  deps.log.info({ event: 'password_changed', memberId: member.id });
};

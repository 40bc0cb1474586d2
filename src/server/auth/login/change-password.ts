import { and, eq, isNull, ne } from 'drizzle-orm';
import { appError } from '#contract/errors.ts';
import type { Db } from '#server/db/database.ts';
import { members, sessions } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { AuthenticatedMember } from '#server/http/define-route.ts';
import { passwordCounter } from './failure-counters.ts';
import { limitAttempts } from './attempt-limiter.ts';
import { hashPassword, verifyPassword } from './password-hashing.ts';

/** Ends the member's sessions at once, all or all but one. */
export const revokeSessions = async (
  tx: Pick<Db, 'update'>,
  memberId: string,
  now: Date,
  except?: string,
): Promise<void> => {
  const others = except === undefined ? undefined : ne(sessions.id, except);
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.memberId, memberId), isNull(sessions.revokedAt), others));
};

/**
 * The stored hash that this password is right for. Refuses PASSWORD_WRONG, also for a social member, who has none; too
 * many wrong ones close the check, since a stolen access token must not become a way to guess.
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
  const isRight = await limitAttempts(deps, passwordCounter(memberId), () =>
    verifyPassword(stored, password),
  );
  if (!isRight || stored === null) throw appError('PASSWORD_WRONG');
  return stored;
};

interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
}

/**
 * Changes the password and revokes every other session of the member. Throws PASSWORD_UNCHANGED only after the old password
 * was verified, so that the answer tells nothing to someone who does not know it.
 */
export const changePassword = async (
  deps: Deps,
  member: AuthenticatedMember,
  { oldPassword, newPassword }: PasswordChange,
): Promise<void> => {
  const stored = await verifyCurrentPassword(deps, member.id, oldPassword);
  if (newPassword === oldPassword) throw appError('PASSWORD_UNCHANGED');
  const passwordHash = await hashPassword(newPassword);
  await deps.db.transaction(async (tx) => {
    // The update takes the member's lock, on which logins wait: none slips in with the old password.
    const changed = await tx
      .update(members)
      .set({ passwordHash })
      .where(and(eq(members.id, member.id), eq(members.passwordHash, stored)))
      .returning({ id: members.id });
    if (changed.length === 0) throw appError('PASSWORD_WRONG');
    await revokeSessions(tx, member.id, deps.clock.now(), member.sessionId);
  });
  deps.log.info({ event: 'password_changed', memberId: member.id });
};

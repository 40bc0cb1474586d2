import { and, eq, isNull, ne } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import type { Db } from '#server/db/connection.ts';
import { members, sessions } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Member } from '#server/http/implement.ts';
import { passwordBucket } from './failure-limit.ts';
import { limitFailures } from './login-throttle.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

/** Ends the member's sessions at once, all or all but one. */
export const endSessions = async (
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
export const confirmPassword = async (deps: Deps, memberId: string, password: string): Promise<string> => {
  const [row] = await deps.db
    .select({ passwordHash: members.passwordHash })
    .from(members)
    .where(eq(members.id, memberId));
  const stored = row?.passwordHash ?? null;
  const isRight = await limitFailures(deps, passwordBucket(memberId), () => verifyPassword(stored, password));
  if (!isRight || stored === null) throw refuse('PASSWORD_WRONG');
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
  member: Member,
  { oldPassword, newPassword }: PasswordChange,
): Promise<void> => {
  const stored = await confirmPassword(deps, member.id, oldPassword);
  if (newPassword === oldPassword) throw refuse('PASSWORD_UNCHANGED');
  const passwordHash = await hashPassword(newPassword);
  await deps.db.transaction(async (tx) => {
    // The update takes the member's lock, on which logins wait: none slips in with the old password.
    const changed = await tx
      .update(members)
      .set({ passwordHash })
      .where(and(eq(members.id, member.id), eq(members.passwordHash, stored)))
      .returning({ id: members.id });
    if (changed.length === 0) throw refuse('PASSWORD_WRONG');
    await endSessions(tx, member.id, deps.clock.now(), member.sessionId);
  });
  deps.log.info({ event: 'password_changed', memberId: member.id });
};

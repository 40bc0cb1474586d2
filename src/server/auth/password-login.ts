import type { Session } from '#contract/auth.ts';
import { refuse } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { toLoginIdKey } from './login-id-key.ts';
import { createSession } from './create-session.ts';
import { limitFailures } from './login-throttle.ts';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';
import { findCredentials, logLogin, replacePasswordHash } from './queries.ts';

interface Attempt {
  readonly loginId: string;
  readonly password: string;
}

/** An unknown id, a member without a password and a wrong password take the same way and get the same answer. */
export const logIn = async (
  deps: Deps,
  { loginId, password }: Attempt,
  { address, userAgent }: Caller,
): Promise<Session> => {
  const { db, clock } = deps;
  const key = toLoginIdKey(loginId);
  const member = await findCredentials(db, key);
  const stored = member?.passwordHash ?? null;
  const isRight = await limitFailures(deps, key, () => verifyPassword(stored, password));
  if (!isRight || member === null || stored === null) {
    await logLogin(db, {
      memberId: member?.id ?? null,
      outcome: 'FAILURE',
      address,
      userAgent,
      at: clock.now(),
    });
    throw refuse('LOGIN_FAILED');
  }
  if (needsRehash(stored)) await replacePasswordHash(db, member.id, stored, await hashPassword(password));
  const { id: memberId, name, role } = member;
  const tokens = await createSession(deps, { memberId, role, address, userAgent });
  return { ...tokens, name, role };
};

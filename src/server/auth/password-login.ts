import type { Session } from '#contract/auth.ts';
import { refuse } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { createSession } from './create-session.ts';
import { accountBucket, deviceBucket } from './failure-limit.ts';
import { readKnownDevice, writeKnownDevice } from './known-device.ts';
import { toLoginIdKey } from './login-id-key.ts';
import { limitFailures } from './login-throttle.ts';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';
import { findCredentials, logLogin, replacePasswordHash } from './queries.ts';

interface Attempt {
  readonly loginId: string;
  readonly password: string;
}

interface LoggedIn {
  readonly session: Session;
  /** Makes this browser a known one. */
  readonly cookie: string;
}

/** Stores the password at today's cost. The login stands when this fails: the next one tries again. */
const rehash = async (
  { db, log }: Deps,
  memberId: string,
  stored: string,
  password: string,
): Promise<void> => {
  try {
    await replacePasswordHash(db, memberId, stored, await hashPassword(password));
  } catch (error) {
    log.warn({ event: 'rehash_failed', memberId, err: error });
  }
};

/** An unknown id, a member without a password and a wrong password take the same way and get the same answer. */
export const logIn = async (
  deps: Deps,
  { loginId, password }: Attempt,
  caller: Caller,
): Promise<LoggedIn> => {
  const { db, clock } = deps;
  const from = { address: caller.address, userAgent: caller.userAgent };
  const key = toLoginIdKey(loginId);
  const member = await findCredentials(db, key);
  const device = member === null ? null : readKnownDevice(deps, caller, member.id);
  const bucket = member === null || device === null ? accountBucket(key) : deviceBucket(member.id, device);
  const stored = member?.passwordHash ?? null;
  const isRight = await limitFailures(deps, bucket, () => verifyPassword(stored, password));
  if (member === null || stored === null || !isRight) {
    await logLogin(db, { memberId: member?.id ?? null, outcome: 'FAILURE', ...from, at: clock.now() });
    throw refuse('LOGIN_FAILED');
  }
  const { id: memberId, name, role } = member;
  const tokens = await createSession(deps, { memberId, role, ...from, verifiedHash: stored });
  if (needsRehash(stored)) await rehash(deps, memberId, stored, password);
  return { session: { ...tokens, name, role }, cookie: writeKnownDevice(deps, memberId, device) };
};

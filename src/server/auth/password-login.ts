import type { Session, TokenPair } from '#contract/auth.ts';
import { refuse } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { createSession } from './create-session.ts';
import { accountBucket, deviceBucket } from './failure-limit.ts';
import type { FailureBucket } from './failure-limit.ts';
import { readKnownDevice, writeKnownDevice } from './known-device.ts';
import { toLoginIdKey } from './login-id-key.ts';
import { countTry } from './login-throttle.ts';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';
import { findCredentials, logLogin, replacePasswordHash } from './queries.ts';
import type { Credentials } from './queries.ts';

interface Attempt {
  readonly loginId: string;
  readonly password: string;
}

interface SignIn {
  readonly password: string;
  readonly bucket: FailureBucket;
  readonly from: Pick<Caller, 'address' | 'userAgent'>;
}

interface LoggedIn {
  readonly session: Session;
  /** Makes this browser a known one. */
  readonly cookie: string;
}

/** The tokens of a new session; null when the password is wrong, and then the try stays counted. */
const signIn = async (
  deps: Deps,
  member: Credentials | null,
  { password, bucket, from }: SignIn,
): Promise<TokenPair | null> => {
  const stored = member?.passwordHash ?? null;
  const counted = await countTry(deps, bucket);
  let isSettled = false;
  try {
    const isRight = await verifyPassword(stored, password);
    if (!isRight || member === null || stored === null) {
      isSettled = true;
      return null;
    }
    const { countedIn } = counted;
    const { id: memberId, role } = member;
    const tokens = await createSession(deps, { memberId, role, ...from, verifiedHash: stored, countedIn });
    isSettled = true;
    return tokens;
  } finally {
    if (!isSettled) await counted.takeBack();
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
  const tokens = await signIn(deps, member, { password, bucket, from });
  if (member === null || tokens === null) {
    await logLogin(db, { memberId: member?.id ?? null, outcome: 'FAILURE', ...from, at: clock.now() });
    throw refuse('LOGIN_FAILED');
  }
  const { id: memberId, name, role, passwordHash } = member;
  if (passwordHash !== null && needsRehash(passwordHash))
    await replacePasswordHash(db, memberId, passwordHash, await hashPassword(password));
  return { session: { ...tokens, name, role }, cookie: writeKnownDevice(deps, memberId, device) };
};

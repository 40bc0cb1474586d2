import type { BodyOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Session } from '#platform/contract/sessions.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { authEndpoints } from '../../contract/auth.ts';
import { queueStudioNotices } from '../notices/queue-security-notice.ts';
import { findCredentials, recordLoginEvent, replacePasswordHash } from '../queries.ts';
import { createSession } from '../sessions/create-session.ts';
import { guestCookie } from '../sessions/random-cookie.ts';
import { passesSecondFactor } from '../totp/second-factor.ts';
import { readDeviceCookie, serializeDeviceCookie } from './device-cookie.ts';
import { accountCounter, deviceCounter, limitAttempts } from './failure-counters.ts';
import { normalizeLoginId } from './normalize-login-id.ts';
import { hashPassword, needsRehash, verifyPassword } from './password-hashing.ts';

/** Rehashes the password with the current cost. */
const rehash = async (db: Db, memberId: string, stored: string, password: string) =>
  replacePasswordHash(db, memberId, stored, await hashPassword(password));

/**
 * Logs in by id and password. `cookie` is the `Set-Cookie` value that identifies this device at the next login. An unknown id and a wrong
 * password take about the same time and get the same response.
 */
export const logIn = async (
  deps: Deps,
  { loginId, password, code }: BodyOf<typeof authEndpoints.login>,
  caller: Caller,
): Promise<{ session: Session; cookie: string }> => {
  const { db, clock, log } = deps;
  const key = normalizeLoginId(loginId);
  const member = await findCredentials(db, key);
  const device = member === null ? null : readDeviceCookie(deps, caller, member.id);
  const bucket = member === null || device === null ? accountCounter(key) : deviceCounter(member.id, device);
  const stored = member?.passwordHash ?? null;
  const isRight = await limitAttempts(deps, bucket, () => verifyPassword(stored, password));
  const recordFailure = (): Promise<void> =>
    recordLoginEvent(db, { memberId: member?.id ?? null, outcome: 'FAILURE' }, caller, clock.now());
  if (member === null || stored === null || !isRight) {
    await recordFailure();
    throw appError('LOGIN_FAILED');
  }
  const { id: memberId, name, role } = member;
  if (role === 'ADMIN' && !(await passesSecondFactor(deps, { memberId, deviceId: device }, code))) {
    await recordFailure();
    throw appError('TOTP_WRONG');
  }
  const tokens = await createSession(deps, {
    memberId,
    role,
    ip: caller.ip,
    userAgent: caller.userAgent,
    verifiedHash: stored,
    guestHash: guestCookie.readHash(deps, caller),
  });
  // The login succeeds even if these fail. The next one tries to rehash again.
  if (needsRehash(stored))
    await rehash(db, memberId, stored, password).catch((error: unknown) => {
      log.warn({ event: 'rehash_failed', memberId, err: error });
    });
  if (role === 'ADMIN' && device === null)
    await queueStudioNotices(db, 'ADMIN_LOGIN', clock.now()).catch((error: unknown) => {
      log.warn({ event: 'notice_failed', notice: 'ADMIN_LOGIN', err: error });
    });
  return { session: { ...tokens, name, role }, cookie: serializeDeviceCookie(deps, memberId, device) };
};

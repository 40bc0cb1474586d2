import { randomUUID } from 'node:crypto';
import { signAccessToken } from '#core/auth/server/sessions/access-tokens.ts';
import { members, sessions } from '#core/auth/server/tables.ts';
import type { Role } from '#platform/contract/sessions.ts';
import type { Db } from '#platform/server/db/database.ts';
import { readEnv } from '#platform/server/env.ts';
import { systemClock, type Clock } from '#platform/server/ports/clock.ts';

/** Environment variables under which the tokens of these users are valid. */
export const testIdentity = {
  AUTH_SECRET: 'a secret that only storms know, long enough',
  PUBLIC_URL: 'http://storm.example',
};
export const testAuthSecret = new TextEncoder().encode(testIdentity.AUTH_SECRET);

/** A signed-in user. */
export interface SignedInUser {
  readonly id: string;
  /** Returns an access token that is valid for a while. */
  token(): Promise<string>;
}

const SESSION_TTL_MS = 10 * 366 * 86_400_000;
/** A fifth of the lifetime of an admin's token. */
const TOKEN_RENEWAL_MS = 60_000;

const createTokenSource = (
  clock: Clock,
  memberId: string,
  sessionId: string,
  role: Role,
): SignedInUser['token'] => {
  const signing = { authSecret: testAuthSecret, clock, env: readEnv(testIdentity) };
  let token = Promise.resolve('');
  let signedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const authenticatedAt = clock.now();
    if (Math.abs(authenticatedAt.getTime() - signedAt) > TOKEN_RENEWAL_MS) {
      signedAt = authenticatedAt.getTime();
      token = signAccessToken(signing, { memberId, sessionId, role, authenticatedAt });
    }
    return token;
  };
};

interface SignedInUserOptions {
  readonly role?: Role;
  readonly clock?: Clock;
}

/** Creates many users: a member may have only ten reservations, so load tests need many. */
export const insertSignedInUsers = async (
  db: Db,
  count: number,
  { role = 'MEMBER', clock = systemClock }: SignedInUserOptions = {},
): Promise<SignedInUser[]> => {
  const now = clock.now();
  // Never expires, because tests move the clock and may outlast a session.
  const expiresAt = new Date(now.getTime() + SESSION_TTL_MS);
  const people = Array.from({ length: count }, () => ({ id: randomUUID(), sessionId: randomUUID() }));
  await db
    .insert(members)
    .values(
      people.map(({ id }, index) => ({ id, name: `${role === 'ADMIN' ? '관리자' : '손님'}${index}`, role })),
    );
  await db.insert(sessions).values(
    people.map(({ id, sessionId }) => ({
      id: sessionId,
      memberId: id,
      ip: '203.0.113.1',
      userAgent: 'storm',
      createdAt: now,
      expiresAt,
    })),
  );
  return people.map(({ id, sessionId }) => ({ id, token: createTokenSource(clock, id, sessionId, role) }));
};

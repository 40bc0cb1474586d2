import { randomUUID } from 'node:crypto';
import type { Role } from '#contract/auth.ts';
import { signAccessToken } from '#server/auth/tokens.ts';
import type { Db } from '#server/db/connection.ts';
import { members, sessions } from '#server/db/schema.ts';
import { readEnv } from '#server/env.ts';
import { systemClock } from '#server/ports/clock.ts';
import type { Clock } from '#server/ports/clock.ts';

/** Settings under which the tokens of these people count. */
export const stormIdentity = {
  AUTH_SECRET: 'a secret that only storms know, long enough',
  PUBLIC_URL: 'http://storm.example',
};
export const stormSecret = new TextEncoder().encode(stormIdentity.AUTH_SECRET);

/** Someone who is signed in. */
export interface Person {
  readonly id: string;
  /** An access token that lives for a while yet. */
  token(): Promise<string>;
}

const LONG_AFTER = 10 * 366 * 86_400_000;
/** A fifth of what an admin's token lives. */
const RENEWED_AFTER = 60_000;

const createTokens = (clock: Clock, memberId: string, sessionId: string, role: Role): Person['token'] => {
  const signing = { authSecret: stormSecret, clock, settings: readEnv(stormIdentity) };
  let [token, signedAt] = ['', Number.NEGATIVE_INFINITY];
  return async () => {
    const authenticatedAt = clock.now();
    if (Math.abs(authenticatedAt.getTime() - signedAt) > RENEWED_AFTER) {
      signedAt = authenticatedAt.getTime();
      token = await signAccessToken(signing, { memberId, sessionId, role, authenticatedAt });
    }
    return token;
  };
};

interface PeopleOptions {
  readonly role?: Role;
  readonly clock?: Clock;
}

/** People in bulk: a member may have ten bookings only, so a storm needs many. */
export const insertPeople = async (
  db: Db,
  count: number,
  { role = 'MEMBER', clock = systemClock }: PeopleOptions = {},
): Promise<Person[]> => {
  const now = clock.now();
  // However far a test's clock is moved, and though it lasts longer than a session may.
  const expiresAt = new Date(now.getTime() + LONG_AFTER);
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
      address: '203.0.113.1',
      userAgent: 'storm',
      createdAt: now,
      expiresAt,
    })),
  );
  return people.map(({ id, sessionId }) => ({ id, token: createTokens(clock, id, sessionId, role) }));
};

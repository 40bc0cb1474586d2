import { randomUUID } from 'node:crypto';
import { sessionLimits } from '#server/auth/session-limits.ts';
import { signAccessToken } from '#server/auth/tokens.ts';
import type { Db } from '#server/db/connection.ts';
import { members, sessions } from '#server/db/schema.ts';
import { readEnv } from '#server/env.ts';
import { systemClock } from '#server/ports/clock.ts';
import type { StormMember } from './storm-clients.ts';

/** Settings under which the tokens of these members count. */
export const stormIdentity = {
  AUTH_SECRET: 'a secret that only storms know, long enough',
  PUBLIC_URL: 'http://storm.example',
};

/** Members who are signed in, in bulk: one may hold ten bookings only, so a storm needs many. */
export const insertStormMembers = async (db: Db, count: number): Promise<StormMember[]> => {
  const now = systemClock.now();
  const expiresAt = new Date(now.getTime() + sessionLimits.MEMBER.absolute);
  const signing = {
    authSecret: new TextEncoder().encode(stormIdentity.AUTH_SECRET),
    clock: systemClock,
    settings: readEnv(stormIdentity),
  };
  const people = Array.from({ length: count }, () => ({ id: randomUUID(), sessionId: randomUUID() }));
  await db.insert(members).values(people.map(({ id }, index) => ({ id, name: `손님${index}` })));
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
  return Promise.all(
    people.map(async ({ id, sessionId }) => ({
      id,
      accessToken: await signAccessToken(signing, {
        memberId: id,
        sessionId,
        role: 'MEMBER',
        authenticatedAt: now,
      }),
    })),
  );
};

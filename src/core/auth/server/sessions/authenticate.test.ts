import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createRateLimiter } from '#platform/server/http/overload/rate-limiter.ts';
import { insertMember } from '#test/factories/members.ts';
import { createTestApp } from '#test/test-app.ts';
import { sessions } from '../tables.ts';
import { signAccessToken } from './access-tokens.ts';
import { createAuthenticator } from './authenticate.ts';

const app = await createTestApp();
const identify = createAuthenticator(app.deps, createRateLimiter(app.deps));

const insertSession = async () => {
  const { id: memberId } = await insertMember(app);
  const [session] = await app.db.select().from(sessions).where(eq(sessions.memberId, memberId));
  return { memberId, sessionId: session?.id ?? '' };
};
const identifyBy = async (subject: { memberId: string; sessionId: string }) => {
  const grant = { ...subject, role: 'MEMBER', authenticatedAt: app.clock.now() } as const;
  return identify(await signAccessToken(app.deps, grant), { header: () => null, ip: '', network: '' }, null);
};

it('authenticating finds the member of a session, and nobody for an unknown session or one of another member', async () => {
  const [own, other] = [await insertSession(), await insertSession()];
  expect(await identifyBy(own)).toMatchObject({ id: own.memberId, sessionId: own.sessionId });
  expect(await identifyBy({ ...own, memberId: other.memberId })).toBeNull();
  expect(await identifyBy({ ...own, sessionId: randomUUID() })).toBeNull();
});

it('authenticating reads the session from the database at each call, so a revoked one ends at once', async () => {
  const own = await insertSession();
  expect(await identifyBy(own)).toMatchObject({ id: own.memberId });
  await app.db.update(sessions).set({ revokedAt: app.clock.now() }).where(eq(sessions.id, own.sessionId));
  expect(await identifyBy(own)).toBeNull();
});

it('S-016 the token of a session that has ended does not use up the limits of its member', async () => {
  const limited = await createTestApp({ rateLimits: true });
  const limitRate = createRateLimiter(limited.deps);
  const authenticate = createAuthenticator(limited.deps, limitRate);
  const { id: memberId } = await insertMember(limited);
  const [session] = await limited.db.select().from(sessions).where(eq(sessions.memberId, memberId));
  const grant = { memberId, sessionId: session?.id ?? '', role: 'MEMBER' } as const;
  const token = await signAccessToken(limited.deps, { ...grant, authenticatedAt: limited.clock.now() });
  const request = () => authenticate(token, { header: () => null, ip: '::1', network: '::' }, 'reservation');
  for (let count = 0; count < 5; count += 1) expect(await request()).toMatchObject({ id: memberId });
  await limited.db.update(sessions).set({ revokedAt: limited.clock.now() });
  for (let count = 0; count < 20; count += 1) expect(await request()).toBeNull();
  await limited.db.update(sessions).set({ revokedAt: null });
  for (let count = 5; count < 10; count += 1) expect(await request()).toMatchObject({ id: memberId });
  await expect(request()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});

import { and, eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import type { TokenPair } from '#contract/auth.ts';
import { loginLog, refreshTokens, sessions } from '#server/db/schema.ts';
import { readError, createSecondServer, createTestApp } from '#test/test-app.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import type { SignedInMember } from '#test/factories/members.ts';
import { hashRefreshToken } from './refresh-tokens.ts';

const app = await createTestApp();
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

const send = (refreshToken: string) => app.post('/api/auth/reissue', { refreshToken });
const reissue = async (refreshToken: string): Promise<TokenPair> => {
  const response = await send(refreshToken);
  expect(response.status).toBe(200);
  return (await response.json()) as TokenPair;
};
const refuseReissue = async (refreshToken: string): Promise<void> => {
  const refusal = await readError(await send(refreshToken));
  expect(refusal).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
};
const canAsk = async ({ accessToken }: TokenPair): Promise<boolean> =>
  (await app.get('/api/member/profile', { token: accessToken })).status === 200;
const countReuses = ({ id }: SignedInMember) =>
  app.db.$count(loginLog, and(eq(loginLog.memberId, id), eq(loginLog.outcome, 'REFRESH_REUSE')));

describe('reissue', () => {
  it('gives a new pair, and stores no token', async () => {
    const member = await insertMember(app);
    const next = await reissue(member.refreshToken);
    expect(next.refreshToken).not.toBe(member.refreshToken);
    expect(next.refreshToken).toMatch(/^[\w-]{43}$/);
    expect(await canAsk(next)).toBe(true);
    expect(decodeJwt(next.accessToken)).toMatchObject({
      sub: member.id,
      sid: decodeJwt(member.accessToken)['sid'],
      auth_time: decodeJwt(member.accessToken)['auth_time'],
    });
    const stored = await app.db.select().from(refreshTokens);
    for (const token of [member.refreshToken, next.refreshToken]) {
      expect(stored.some(({ tokenHash }) => tokenHash.equals(hashRefreshToken(token)))).toBe(true);
      const columns = stored.flatMap((row) => Object.values(row));
      const kept = columns.map((value) =>
        Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
      );
      expect(kept.join('|')).not.toContain(token);
      expect(kept.join('|')).not.toContain(Buffer.from(token, 'base64url').toString('latin1'));
    }
  });

  it('S-002 refuses an access token, and what is no token', async () => {
    const member = await insertMember(app);
    await refuseReissue(member.accessToken);
    await refuseReissue(`${member.refreshToken}=`);
    await refuseReissue('x');
  });

  it.each([{}, { refreshToken: '' }, { refreshToken: ['x'] }, { refreshToken: 'x'.repeat(513) }])(
    'answers %j 400',
    async (body) => {
      expect((await app.post('/api/auth/reissue', body)).status).toBe(400);
    },
  );
});

describe('a refresh token used again', () => {
  it('S-007 after 11 s ends the session', async () => {
    const member = await insertMember(app);
    const next = await reissue(member.refreshToken);
    app.clock.advance(11 * SECOND);
    await refuseReissue(member.refreshToken);
    await refuseReissue(next.refreshToken);
    expect(await canAsk(next)).toBe(false);
    expect(await countReuses(member)).toBe(1);
  });

  it('within 10 s yields the same successor, which works', async () => {
    const member = await insertMember(app);
    const next = await reissue(member.refreshToken);
    app.clock.advance(10 * SECOND);
    const again = await reissue(member.refreshToken);
    expect(again.refreshToken).toBe(next.refreshToken);
    expect(await canAsk(again)).toBe(true);
    await reissue(again.refreshToken);
    expect(await countReuses(member)).toBe(0);
  });

  it('S-008 100 times at once, at as many servers, has one successor', async () => {
    const member = await insertMember(app);
    // One server answers all who ask it together at once: it is the database that decides between several.
    const servers = Array.from({ length: 50 }, () => createSecondServer(app));
    const answers = await Promise.all(
      [...servers, ...servers].map((server) =>
        server.post('/api/auth/reissue', { refreshToken: member.refreshToken }),
      ),
    );
    const pairs = (await Promise.all(answers.map((answer) => answer.json()))) as TokenPair[];
    expect(new Set(pairs.map(({ refreshToken }) => refreshToken)).size).toBe(1);
    const [session] = await app.db.select().from(sessions).where(eq(sessions.memberId, member.id));
    expect(await app.db.$count(refreshTokens, eq(refreshTokens.sessionId, session?.id ?? ''))).toBe(2);
    expect(await countReuses(member)).toBe(0);
  });

  /** A server whose statements are counted: a rotation is raw SQL, a look-up is a select. */
  const createCountingServer = () => {
    const db = Object.create(app.db) as typeof app.db;
    const [rotations, lookUps] = [vi.spyOn(db, 'execute'), vi.spyOn(db, 'select')];
    return { server: createSecondServer(app, { db }), rotations, lookUps };
  };

  it('F-25 by the tabs of one browser at the same time is rotated once, and later yields the same successor', async () => {
    const member = await insertMember(app);
    const { server, rotations, lookUps } = createCountingServer();
    const renew = async (): Promise<TokenPair> =>
      (await (
        await server.post('/api/auth/reissue', { refreshToken: member.refreshToken })
      ).json()) as TokenPair;
    const pairs = await Promise.all(Array.from({ length: 5 }, renew));
    expect(rotations).toHaveBeenCalledTimes(1);
    expect(lookUps).not.toHaveBeenCalled();
    app.clock.advance(10 * SECOND);
    pairs.push(await renew());
    expect(new Set(pairs.map(({ refreshToken }) => refreshToken)).size).toBe(1);
  });

  it('F-25 is not given again to a session that has ended meanwhile', async () => {
    const member = await insertMember(app);
    const next = await reissue(member.refreshToken);
    await app.post('/api/auth/logout', undefined, { token: next.accessToken });
    await refuseReissue(member.refreshToken);
  });

  it('S-009 within 10 s, but by a grandparent, ends the session', async () => {
    const member = await insertMember(app);
    const next = await reissue(member.refreshToken);
    const afterNext = await reissue(next.refreshToken);
    await refuseReissue(member.refreshToken);
    await refuseReissue(afterNext.refreshToken);
    expect(await countReuses(member)).toBe(1);
  });

  it('leaves the member’s other sessions alone', async () => {
    const member = await insertMember(app, { password: 'password1' });
    const credentials = { loginId: member.loginId, password: 'password1' };
    const other = (await (await app.post('/api/auth/login', credentials)).json()) as TokenPair;
    await reissue(member.refreshToken);
    app.clock.advance(11 * SECOND);
    await refuseReissue(member.refreshToken);
    expect(await canAsk(other)).toBe(true);
  });
});

describe('S-010 a session ends', () => {
  const useEvery = async (first: string, interval: number, times: number): Promise<string> => {
    let refreshToken = first;
    for (let count = 0; count < times; count += 1) {
      app.clock.advance(interval);
      ({ refreshToken } = await reissue(refreshToken));
    }
    return refreshToken;
  };

  it('30 days after the login, though used daily', async () => {
    const member = await insertMember(app);
    const last = await useEvery(member.refreshToken, DAY, 29);
    app.clock.advance(DAY - SECOND);
    const { refreshToken } = await reissue(last);
    app.clock.advance(SECOND);
    await refuseReissue(refreshToken);
  });

  it('14 days after its last use', async () => {
    const member = await insertMember(app);
    const used = await useEvery(member.refreshToken, 14 * DAY - SECOND, 1);
    app.clock.advance(14 * DAY);
    await refuseReissue(used);
    expect(await countReuses(member)).toBe(0);
  });

  it('for an admin after 2 idle hours, and after 12 in use', async () => {
    const idle = await insertAdmin(app);
    const busy = await insertAdmin(app);
    const last = await useEvery(busy.refreshToken, HOUR, 11);
    await refuseReissue(idle.refreshToken);
    app.clock.advance(HOUR);
    await refuseReissue(last);
  });
});

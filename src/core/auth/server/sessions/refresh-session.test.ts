import { and, eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import type { TokenPair } from '#platform/contract/sessions.ts';
import { insertAdmin, insertMember, type SignedInMember } from '#test/factories/members.ts';
import { readError, createSecondServer, createTestApp } from '#test/test-app.ts';
import { loginLog, refreshTokens, sessions } from '../tables.ts';
import { hashRefreshToken } from './refresh-session.ts';

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

describe('POST /api/auth/reissue', () => {
  it('refreshing a session returns a new token pair and stores no token', async () => {
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

  it('S-002 refreshing rejects an access token and malformed tokens', async () => {
    const member = await insertMember(app);
    await refuseReissue(member.accessToken);
    await refuseReissue(`${member.refreshToken}=`);
    await refuseReissue('x');
  });

  it.each([{}, { refreshToken: '' }, { refreshToken: ['x'] }, { refreshToken: 'x'.repeat(513) }])(
    'refreshing with %j is answered with 400',
    async (body) => {
      expect((await app.post('/api/auth/reissue', body)).status).toBe(400);
    },
  );
});

describe('a reused refresh token', () => {
  it('S-007 a refresh token reused after 11 s ends the session', async () => {
    const member = await insertMember(app);
    const next = await reissue(member.refreshToken);
    app.clock.advance(11 * SECOND);
    await refuseReissue(member.refreshToken);
    await refuseReissue(next.refreshToken);
    expect(await canAsk(next)).toBe(false);
    expect(await countReuses(member)).toBe(1);
  });

  it('a refresh token reused within 10 s yields the same successor', async () => {
    const member = await insertMember(app);
    const next = await reissue(member.refreshToken);
    app.clock.advance(10 * SECOND);
    const again = await reissue(member.refreshToken);
    expect(again.refreshToken).toBe(next.refreshToken);
    expect(await canAsk(again)).toBe(true);
    await reissue(again.refreshToken);
    expect(await countReuses(member)).toBe(0);
  });

  it('S-008 a refresh token sent 100 times at once to many servers has one successor', async () => {
    const member = await insertMember(app);
    // One server shares concurrent requests for a token. With many servers the database has to decide.
    const servers = Array.from({ length: 50 }, () => createSecondServer(app));
    const responses = await Promise.all(
      [...servers, ...servers].map((server) =>
        server.post('/api/auth/reissue', { refreshToken: member.refreshToken }),
      ),
    );
    const pairs = (await Promise.all(responses.map((response) => response.json()))) as TokenPair[];
    expect(new Set(pairs.map(({ refreshToken }) => refreshToken)).size).toBe(1);
    const [session] = await app.db.select().from(sessions).where(eq(sessions.memberId, member.id));
    expect(await app.db.$count(refreshTokens, eq(refreshTokens.sessionId, session?.id ?? ''))).toBe(2);
    expect(await countReuses(member)).toBe(0);
  });

  /** A server that counts its statements: a rotation is raw SQL, a lookup is a select. */
  const createCountingServer = () => {
    const db = Object.create(app.db) as typeof app.db;
    const [rotations, lookUps] = [vi.spyOn(db, 'execute'), vi.spyOn(db, 'select')];
    return { server: createSecondServer(app, { db }), rotations, lookUps };
  };

  it('F-25 concurrent refreshes of one browser’s tabs rotate the token once', async () => {
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

  it('F-25 five tabs of each of 50 browsers that refresh at once on two servers keep their session', async () => {
    const servers = [app, createSecondServer(app)];
    const browsers: SignedInMember[] = [];
    for (let count = 0; count < 50; count += 1) browsers.push(await insertMember(app));
    const refreshTab = async (refreshToken: string, tab: number): Promise<TokenPair> => {
      const response = await servers[tab % 2]!.post('/api/auth/reissue', { refreshToken });
      expect(response.status).toBe(200);
      return (await response.json()) as TokenPair;
    };
    const pairs = await Promise.all(
      browsers.map(({ refreshToken }) =>
        Promise.all([0, 1, 2, 3, 4].map((tab) => refreshTab(refreshToken, tab))),
      ),
    );
    for (const [first, ...others] of pairs) {
      expect(await canAsk(first!)).toBe(true);
      expect(new Set(others.map(({ refreshToken }) => refreshToken))).toEqual(new Set([first!.refreshToken]));
    }
  });

  it('F-25 a reused refresh token of an ended session yields nothing', async () => {
    const member = await insertMember(app);
    const next = await reissue(member.refreshToken);
    await app.post('/api/auth/logout', undefined, { token: next.accessToken });
    await refuseReissue(member.refreshToken);
  });

  it('S-009 reusing a token two generations old ends the session even within 10 s', async () => {
    const member = await insertMember(app);
    const next = await reissue(member.refreshToken);
    const afterNext = await reissue(next.refreshToken);
    await refuseReissue(member.refreshToken);
    await refuseReissue(afterNext.refreshToken);
    expect(await countReuses(member)).toBe(1);
  });

  it('reuse of a refresh token does not end other sessions of the member', async () => {
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

  it('a session ends 30 days after the login even if used daily', async () => {
    const member = await insertMember(app);
    const last = await useEvery(member.refreshToken, DAY, 29);
    app.clock.advance(DAY - SECOND);
    const { refreshToken } = await reissue(last);
    app.clock.advance(SECOND);
    await refuseReissue(refreshToken);
  });

  it('a session ends 14 days after its last use', async () => {
    const member = await insertMember(app);
    const used = await useEvery(member.refreshToken, 14 * DAY - SECOND, 1);
    app.clock.advance(14 * DAY);
    await refuseReissue(used);
    expect(await countReuses(member)).toBe(0);
  });

  it('an admin session ends after 2 idle hours and after 12 hours in total', async () => {
    const idle = await insertAdmin(app);
    const busy = await insertAdmin(app);
    const last = await useEvery(busy.refreshToken, HOUR, 11);
    await refuseReissue(idle.refreshToken);
    app.clock.advance(HOUR);
    await refuseReissue(last);
  });
});

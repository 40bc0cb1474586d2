import { and, eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#app/server/api.ts';
import type { Session } from '#platform/contract/sessions.ts';
import { insertMember } from '#test/factories/members.ts';
import {
  completeProfile,
  exchangeHandoff,
  logInUntilHandoff,
  reissue,
  signInWithProvider,
  startOidcServers,
  type HandoffResult,
} from '#test/factories/social-logins.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import { isActiveSession } from '../queries.ts';
import { sessionLimits } from '../sessions/session-limits.ts';
import { loginLog, members, refreshTokens, sessions, verificationCodes } from '../tables.ts';

const { oauth } = await startOidcServers();
const app = await createTestApp({ oauth });

const MINUTE = 60_000;
let count = 0;
const someone = () => ({ subject: String(5_000_000_000 + (count += 1)), nickname: '김소셜' });

/** Logs in again as a member with a complete profile. */
const returnAsMember = async (): Promise<HandoffResult> => {
  const account = someone();
  await completeProfile(app, await signInWithProvider(app, 'kakao', account));
  return logInUntilHandoff(app, 'kakao', account);
};
const ask = (method: string, path: string, { accessToken, cookie }: Partial<HandoffResult>) =>
  app.request(method, path, undefined, {
    token: accessToken ?? '',
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });
const statusOfProfile = async (asking: Partial<HandoffResult>): Promise<number> =>
  (await ask('GET', '/api/member/profile', asking)).status;

describe.each([
  ['of a new member', '/social-extra', () => logInUntilHandoff(app, 'google', someone())],
  ['of a complete member', '/oauth-success', returnAsMember],
] as const)('tokens handed over in the address %s', (_, page, logIn) => {
  it('S-088 hand-off tokens are exchanged once for a normal token pair', async () => {
    const handed = await logIn();
    expect(handed.page).toBe(page);
    const response = await exchangeHandoff(app, handed.refreshToken, handed.cookie);
    expect(response.status).toBe(200);
    const { name, role, ...pair } = (await response.json()) as Session;
    expect([name, role]).toEqual([page === '/oauth-success' ? '김추가' : '', 'MEMBER']);
    expect(await statusOfProfile(pair)).toBe(200);
    expect(decodeJwt(pair.accessToken)).not.toHaveProperty('scope');
    // Both hand-off tokens are invalid at once, even within the grace period for two tabs.
    expect((await exchangeHandoff(app, handed.refreshToken, handed.cookie)).status).toBe(401);
    expect(await statusOfProfile(handed)).toBe(401);
    expect(await statusOfProfile(pair)).toBe(200);
    // The new tokens need no cookie, and a second use within the grace period succeeds.
    expect((await reissue(app, pair.refreshToken)).status).toBe(200);
    expect((await reissue(app, pair.refreshToken)).status).toBe(200);
  });

  it('S-088 H8 hand-off tokens are rejected without the browser cookie or with another one', async () => {
    const handed = await logIn();
    const other = await logInUntilHandoff(app, 'naver', someone());
    for (const cookie of [undefined, other.cookie, 'oauth_txn=', `oauth_txn=${'x'.repeat(43)}`]) {
      for (const send of [exchangeHandoff, reissue])
        expect(await readError(await send(app, handed.refreshToken, cookie))).toMatchObject({
          status: 401,
          code: 'UNAUTHENTICATED',
        });
      expect(await statusOfProfile({ accessToken: handed.accessToken, cookie })).toBe(401);
    }
    // A failed attempt by someone else does not invalidate the tokens.
    expect((await exchangeHandoff(app, handed.refreshToken, handed.cookie)).status).toBe(200);
  });

  it('S-088 clients that store hand-off tokens as specified refresh them once, in the same browser', async () => {
    const handed = await logIn();
    expect((await reissue(app, handed.refreshToken, handed.cookie)).status).toBe(200);
    for (const send of [exchangeHandoff, reissue])
      expect((await send(app, handed.refreshToken, handed.cookie)).status).toBe(401);
  });

  it('S-088 hand-off tokens expire after 5 minutes', async () => {
    const [early, late] = [await logIn(), await logIn()];
    const now = app.clock.now();
    app.clock.advance(5 * MINUTE - 1_000);
    expect(await statusOfProfile(early)).toBe(200);
    expect((await exchangeHandoff(app, early.refreshToken, early.cookie)).status).toBe(200);
    app.clock.advance(1_000);
    expect(await statusOfProfile(late)).toBe(401);
    expect((await exchangeHandoff(app, late.refreshToken, late.cookie)).status).toBe(401);
    app.clock.set(now);
  });

  it('S-088 a hundred exchanges of one hand-off token at once yield one pair', async () => {
    const { refreshToken, cookie } = await logIn();
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => exchangeHandoff(app, refreshToken, cookie)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(99);
  });

  it('S-002 S-043 a hand-off token is accepted only by the endpoints for completing the profile', async () => {
    const handed = await logIn();
    const opened: string[] = [];
    for (const { method, path, access, acceptsHandoffToken } of allEndpoints) {
      // On public endpoints the token is ignored.
      if (access === 'public' || (access === 'optional' && acceptsHandoffToken !== true)) continue;
      const response = await ask(method, path.replaceAll(/\{\w+\}/g, '1'), handed);
      expect(response.status === 401, `${method} ${path}`).toBe(acceptsHandoffToken !== true);
      if (acceptsHandoffToken === true) opened.push(`${method} ${path}`);
    }
    expect(opened).toEqual([
      'POST /api/member/send-code',
      'POST /api/member/update-extra',
      'GET /api/member/profile',
    ]);
    expect(await ask('POST', '/api/auth/logout', handed)).toMatchObject({ status: 204 });
    expect((await exchangeHandoff(app, handed.refreshToken, handed.cookie)).status).toBe(401);
  });
});

describe('a planted hand-off URL', () => {
  it('H9 hand-off tokens of an attacker sign nobody else in', async () => {
    const attacker = await returnAsMember();
    const victim = await logInUntilHandoff(app, 'kakao', someone());
    for (const cookie of [undefined, victim.cookie])
      for (const send of [exchangeHandoff, reissue])
        expect((await send(app, attacker.refreshToken, cookie)).status).toBe(401);
  });

  it.each([
    ['a password login', async () => insertMember(app)],
    ['a finished social login', async () => signInWithProvider(app, 'kakao', someone())],
  ])('H9 tokens of %s are refused as hand-off tokens and stay as they are', async (_, logIn) => {
    const attacker = await logIn();
    const victim = await logInUntilHandoff(app, 'kakao', someone());
    const readSessions = () =>
      Promise.all([refreshTokens, sessions].map((table) => app.db.select().from(table)));
    const before = await readSessions();
    const ownCookie = 'cookie' in attacker ? attacker.cookie : undefined;
    for (const cookie of [undefined, victim.cookie, ownCookie])
      expect(await readError(await exchangeHandoff(app, attacker.refreshToken, cookie))).toMatchObject({
        status: 401,
        code: 'UNAUTHENTICATED',
      });
    expect(await readSessions()).toEqual(before);
    expect((await reissue(app, attacker.refreshToken)).status).toBe(200);
    app.clock.advance(MINUTE);
    // Not even a used token ends its session here.
    expect((await exchangeHandoff(app, attacker.refreshToken, victim.cookie)).status).toBe(401);
    expect(await statusOfProfile(attacker)).toBe(200);
  });

  it('H9 the pending account of an attacker cannot collect the name and phone of a visitor', async () => {
    const attacker = await logInUntilHandoff(app, 'kakao', someone());
    const victim = await logInUntilHandoff(app, 'kakao', someone());
    const planted = { ...attacker, cookie: victim.cookie };
    const phoneNumber = '01099998888';
    // The code is requested as a guest and belongs to no account.
    expect((await ask('POST', `/api/member/send-code?phoneNumber=${phoneNumber}`, planted)).status).toBe(200);
    const isOfPhone = eq(verificationCodes.phone, phoneNumber);
    const codes = await app.db.select().from(verificationCodes).where(isOfPhone);
    expect(codes.map(({ memberId }) => memberId)).toEqual([null]);
    expect((await ask('POST', '/api/member/update-extra', planted)).status).toBe(401);
  });
});

it('unexchanged hand-off sessions do not count towards the maximum number of devices', async () => {
  const account = someone();
  const member = await signInWithProvider(app, 'kakao', account);
  await completeProfile(app, member);
  const { maxSessions: places } = sessionLimits.MEMBER;
  for (let login = 0; login <= places; login += 1) {
    app.clock.advance(5 * MINUTE);
    await logInUntilHandoff(app, 'kakao', account);
  }
  expect((await reissue(app, member.refreshToken)).status).toBe(200);
  const isTheirs = eq(sessions.memberId, decodeJwt(member.accessToken).sub ?? '');
  expect(await app.db.$count(sessions, and(isTheirs, isActiveSession(app.clock.now())))).toBe(places);
});

it('S-010 a password login needs no browser cookie and issues no hand-off tokens', async () => {
  const { accessToken, refreshToken, cookie } = await signInWithProvider(app, 'naver', someone());
  expect((await reissue(app, refreshToken, cookie)).status).toBe(200);
  expect(await statusOfProfile({ accessToken })).toBe(200);
});

it('S-088 hand-off tokens and the browser cookie are stored only as hashes', async () => {
  const handed = await logInUntilHandoff(app, 'kakao', someone());
  const sessionId = String(decodeJwt(handed.accessToken)['sid']);
  const [stored] = await app.db.select().from(refreshTokens).where(eq(refreshTokens.sessionId, sessionId));
  const text = JSON.stringify([
    stored?.tokenHash.toString('latin1'),
    stored?.browserCookieHash?.toString('latin1'),
  ]);
  for (const secret of [handed.refreshToken, handed.cookie.split('=')[1] ?? ''])
    expect(text).not.toContain(Buffer.from(secret, 'base64url').toString('latin1'));
});

it('S-007 reusing a hand-off token ends no session and is not treated as theft', async () => {
  const handed = await logInUntilHandoff(app, 'kakao', someone());
  await reissue(app, handed.refreshToken, handed.cookie);
  app.clock.advance(MINUTE);
  expect((await reissue(app, handed.refreshToken, handed.cookie)).status).toBe(401);
  const [session] = await app.db
    .select()
    .from(sessions)
    .where(eq(sessions.id, String(decodeJwt(handed.accessToken)['sid'])));
  expect(session?.revokedAt).toBeNull();
  expect(await app.db.$count(loginLog, eq(loginLog.outcome, 'REFRESH_REUSE'))).toBe(0);
  expect(await app.db.$count(members, eq(members.id, session?.memberId ?? ''))).toBe(1);
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Session, TokenPair } from '#platform/contract/sessions.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import type { SignedInDevice } from '../../contract/auth.ts';
import { maskIp, formatDeviceLabel } from './own-sessions.ts';

const app = await createTestApp();
const password = 'password1';
const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

const list = async ({ accessToken }: { accessToken: string }): Promise<SignedInDevice[]> => {
  const response = await app.get('/api/member/session', { token: accessToken });
  expect(response.status).toBe(200);
  return (await response.json()) as SignedInDevice[];
};
const end = ({ accessToken }: { accessToken: string }, id: string) =>
  app.delete(`/api/member/session/${id}`, undefined, { token: accessToken });
const signInByPhone = async (loginId: string): Promise<Session> => {
  const headers = { 'user-agent': PHONE };
  const response = await app.post('/api/auth/login', { loginId, password }, { ip: '198.51.100.7', headers });
  return (await response.json()) as Session;
};
const canAsk = async ({ accessToken }: { accessToken: string }): Promise<boolean> =>
  (await app.get('/api/member/profile', { token: accessToken })).status === 200;

describe('a member’s devices', () => {
  it('S-050 a member’s devices are listed by label, most recently used first', async () => {
    const member = await insertMember(app, { password });
    const start = app.clock.now().toISOString();
    app.clock.advance(60_000);
    const phone = await signInByPhone(member.loginId);
    const loggedIn = app.clock.now().toISOString();
    const expected = [
      {
        current: false,
        device: '크롬 · 안드로이드',
        address: '198.51.100.*',
        createdAt: loggedIn,
        lastUsedAt: loggedIn,
      },
      {
        current: true,
        device: '알 수 없는 기기',
        address: '203.0.113.*',
        createdAt: start,
        lastUsedAt: start,
      },
    ];
    const devices = await list(member);
    expect(devices.map(({ id: _, ...rest }) => rest)).toEqual(expected);

    app.clock.advance(60_000);
    await app.post('/api/auth/reissue', { refreshToken: member.refreshToken });
    const [first] = await list(phone);
    expect(first).toMatchObject({
      current: false,
      createdAt: start,
      lastUsedAt: app.clock.now().toISOString(),
    });
  });

  it('the list of devices omits ended and expired sessions', async () => {
    const member = await insertMember(app, { password });
    const phone = await signInByPhone(member.loginId);
    await app.post('/api/auth/logout', undefined, { token: phone.accessToken });
    expect((await list(member)).length).toBe(1);

    const admin = await insertAdmin(app, { password });
    app.clock.advance(119 * 60_000);
    const later = await signInByPhone(admin.loginId);
    expect((await list(later)).length).toBe(2);
    app.clock.advance(60_000);
    expect((await list(later)).length).toBe(1);
  });

  it('a single device can be logged out with immediate effect', async () => {
    const member = await insertMember(app, { password });
    const phone = await signInByPhone(member.loginId);
    const other = (await list(member)).find(({ current }) => !current);
    expect((await end(member, other?.id ?? '')).status).toBe(204);
    expect([await canAsk(member), await canAsk(phone)]).toEqual([true, false]);
    expect((await app.post('/api/auth/reissue', { refreshToken: phone.refreshToken })).status).toBe(401);
    // Sooner, the same request would be taken for a repeat.
    app.clock.advance(10_000);
    expect(await readError(await end(member, other?.id ?? ''))).toMatchObject({ status: 404 });
  });

  it('S-032 the device of another member cannot be logged out (404)', async () => {
    const [member, other] = [await insertMember(app), await insertMember(app)];
    const [foreign] = await list(other);
    expect(await readError(await end(member, foreign?.id ?? ''))).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
    expect(await canAsk(other)).toBe(true);
    const response = await app.get(`/api/member/session?memberId=${other.id}`, { token: member.accessToken });
    expect(((await response.json()) as unknown[]).length).toBe(1);
  });

  it('S-045 a malformed device id is rejected', async () => {
    const member = await insertMember(app);
    for (const id of ['1', '1e3', '-1', "1';--", '%00', 'null', `${randomUUID()}x`])
      expect([400, 404]).toContain((await end(member, id)).status);
    expect((await end(member, randomUUID())).status).toBe(404);
  });

  it('the current device can be logged out as well', async () => {
    const member: TokenPair = await insertMember(app);
    const [own] = await list(member);
    expect((await end(member, own?.id ?? '')).status).toBe(204);
    expect(await canAsk(member)).toBe(false);
  });
});

it.each([
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    '크롬 · 안드로이드',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S918N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
    '삼성 인터넷 · 안드로이드',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    '사파리 · 아이폰',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 KAKAOTALK 11.0.0',
    '카카오톡 · 아이폰',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    '엣지 · 윈도우',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Whale/4.33.325.17 Safari/537.36',
    '웨일 · 윈도우',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', '파이어폭스 · 맥'],
  ['curl/8.5.0', '알 수 없는 기기'],
  ['<script>alert(1)</script> Windows', '윈도우'],
  ['', '알 수 없는 기기'],
])('calls %j %s', (userAgent, words) => {
  expect(formatDeviceLabel(userAgent)).toBe(words);
});

it.each([
  ['203.0.113.7', '203.0.113.*'],
  ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
])('shows of %s no more than %s', (address, shown) => {
  expect(maskIp(address)).toBe(shown);
});

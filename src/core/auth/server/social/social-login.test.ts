import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createApp } from '#app/server/app.ts';
import { providers, type Provider } from '#platform/contract/social-providers.ts';
import { insertMember, randomPhone } from '#test/factories/members.ts';
import {
  startSocialLogin,
  completeProfile,
  consentAtProvider,
  countAccounts,
  expectLoginRejected,
  logInUntilHandoff,
  readHandoff,
  signInWithProvider,
  startOidcServers,
} from '#test/factories/social-logins.ts';
import type { Account } from '#test/fakes/oidc-server.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';
import { loginLog, members, oauthTransactions, socialIdentities } from '../tables.ts';

const { servers, oauth } = await startOidcServers();
const app = await createTestApp({ oauth });

const HOUR = 3_600_000;
let count = 0;
const someone = (): Account => ({ subject: String(4_000_000_000 + (count += 1)), nickname: '김소셜' });
const goBack = (back: string, cookie?: string, from = app) =>
  from.get(back, cookie === undefined ? {} : { headers: { cookie } });
const expectFailure = (response: () => Promise<Response>) => expectLoginRejected(app, response);

/** The full run logs in through each; `oauth-providers.test.ts` tests what differs between them in every run. */
const tested = process.env.TEST_FULL === undefined ? providers.slice(0, 1) : providers;

describe.each(tested)('login through %s', (provider) => {
  it('a first social login creates a pending member and stores only the provider’s key', async () => {
    const account = { ...someone(), email: 'person@example.com', phone: '010-1234-5678' };
    const handed = await logInUntilHandoff(app, provider, account);
    expect(handed).toMatchObject({ page: '/social-extra', name: '김소셜', role: 'MEMBER' });
    const [identity] = await app.db
      .select()
      .from(socialIdentities)
      .where(eq(socialIdentities.subject, account.subject));
    const [member] = await app.db
      .select()
      .from(members)
      .where(eq(members.id, identity?.memberId ?? ''));
    expect(member).toMatchObject({
      name: '',
      phone: null,
      loginId: null,
      passwordHash: null,
      status: 'PENDING_SOCIAL',
    });
    const stored = JSON.stringify([identity, member]);
    for (const text of ['김소셜', 'person@example.com', '1234']) expect(stored).not.toContain(text);
  });

  it('S-081 social login starts with a hex nonce', async () => {
    const { url } = await startSocialLogin(app, provider);
    expect(url.searchParams.get('nonce')).toMatch(/^[\da-f]{64}$/);
  });

  it('S-085 a later social login finds the same member by the provider’s key', async () => {
    const account = someone();
    await signInWithProvider(app, provider, account);
    const before = await countAccounts(app);
    await signInWithProvider(app, provider, { ...account, nickname: '다른이름' });
    const after = await countAccounts(app);
    expect([after[0], after[2]]).toEqual([before[0], before[2]]);
  });

  it('S-085 concurrent first logins of one person create one member', async () => {
    const account = someone();
    const begun = await Promise.all(Array.from({ length: 4 }, () => startSocialLogin(app, provider)));
    const backs = await Promise.all(begun.map(({ url }) => consentAtProvider(url, account)));
    const before = await countAccounts(app);
    const responses = await Promise.all(backs.map((back, index) => goBack(back, begun[index]?.cookie)));
    for (const response of responses) expect(response.headers.get('location')).toMatch(/^\/social-extra\?/);
    const after = await countAccounts(app);
    expect(after).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 4, (before[2] ?? 0) + 1]);
  });

  it('S-080 a callback needs the state of an open login of the same browser and consumes it', async () => {
    const { url, cookie } = await startSocialLogin(app, provider);
    const back = await consentAtProvider(url, someone());
    const state = url.searchParams.get('state') ?? '';
    const other = await startSocialLogin(app, provider);
    await expectFailure(() => goBack(back.replace(/([?&])state=[^&]*/, '$1'), cookie));
    await expectFailure(() => goBack(back.replace(state, other.url.searchParams.get('state') ?? ''), cookie));
    await expectFailure(() => goBack(back.replace(state, 'x'.repeat(43)), cookie));
    await expectFailure(() => goBack(back));
    await expectFailure(() => goBack(back, other.cookie));
    await expectFailure(() => goBack(back, cookie.replace(/=.*/, '=short')));
    expect((await goBack(back, cookie)).headers.get('location')).toMatch(/^\/social-extra\?/);
    await expectFailure(() => goBack(back, cookie));
  });

  it('S-080 S-081 a callback is rejected ten minutes after the login started', async () => {
    const { url, cookie } = await startSocialLogin(app, provider);
    const back = await consentAtProvider(url, someone());
    const now = app.clock.now();
    app.clock.advance(10 * 60_000);
    await expectFailure(() => goBack(back, cookie));
    app.clock.set(now);
  });

  it('S-082 an authorization code is rejected the second time, even with a new state', async () => {
    const first = await startSocialLogin(app, provider);
    const back = await consentAtProvider(first.url, someone());
    await goBack(back, first.cookie);
    const second = await startSocialLogin(app, provider);
    const [used, fresh] = [first, second].map(({ url }) => url.searchParams.get('state') ?? '');
    await expectFailure(() => goBack(back.replace(used ?? '', fresh ?? ''), second.cookie));
  });

  it('S-082 the callback of one provider is rejected for a login at another', async () => {
    const { url, cookie } = await startSocialLogin(app, provider);
    const back = await consentAtProvider(url, someone());
    for (const other of providers.filter((one) => one !== provider)) {
      await expectFailure(() => goBack(back.replace(`/${provider}?`, `/${other}?`), cookie));
      // Even while a login at the other provider is open.
      const begun = await startSocialLogin(app, other);
      const query = new URLSearchParams(back.slice(back.indexOf('?')));
      query.set('state', begun.url.searchParams.get('state') ?? '');
      await expectFailure(() => goBack(`/login/oauth2/code/${other}?${query.toString()}`, begun.cookie));
      // Also without the issuer parameter.
      const third = await startSocialLogin(app, other);
      query.set('state', third.url.searchParams.get('state') ?? '');
      query.delete('iss');
      await expectFailure(() => goBack(`/login/oauth2/code/${other}?${query.toString()}`, third.cookie));
    }
  });

  it('S-086 denied, aborted and failed logins get the same response', async () => {
    const refused = await startSocialLogin(app, provider);
    const back = await consentAtProvider(refused.url, null);
    await expectFailure(() => goBack(back, refused.cookie));
    for (const how of ['fail', 'flood', 'redirect', 'refuse-with-200'] as const) {
      const begun = await startSocialLogin(app, provider);
      const good = await consentAtProvider(begun.url, someone());
      servers[provider].misbehave('/token', how);
      await expectFailure(() => goBack(good, begun.cookie));
      servers[provider].misbehave('/token', null);
    }
    expect(await app.db.$count(loginLog, eq(loginLog.outcome, 'FAILURE'))).toBeGreaterThanOrEqual(5);
  });

  it.each(['GET', 'HEAD'])(
    'S-087 %s for a provider that is not configured is answered with 404',
    async (method) => {
      const without = createApp({ ...app.deps, oauth: { ...oauth, [provider]: undefined } });
      for (const path of [
        `/oauth2/authorization/${provider}`,
        `/login/oauth2/code/${provider}?code=x&state=y`,
      ])
        expect((await without.request(path, { method })).status).toBe(404);
    },
  );

  it('S-087 HEAD requests and prefetches start no login and consume none', async () => {
    const path = `/oauth2/authorization/${provider}`;
    const before = await app.db.$count(oauthTransactions);
    const looks = [
      await app.request('HEAD', path),
      await app.get(path, { headers: { 'sec-purpose': 'prefetch;prerender' } }),
      await app.get(path, { headers: { purpose: 'prefetch' } }),
    ];
    for (const look of looks) {
      expect(look.headers.get('location')).toBeNull();
      expect(look.headers.getSetCookie()).toEqual([]);
      expect(look.headers.get('cache-control')).toBe('no-store');
    }
    expect(await app.db.$count(oauthTransactions)).toBe(before);
    const { url, cookie } = await startSocialLogin(app, provider);
    const back = await consentAtProvider(url, someone());
    await app.request('HEAD', back, undefined, { headers: { cookie } });
    await app.get(back, { headers: { cookie, 'sec-purpose': 'prefetch' } });
    expect((await goBack(back, cookie)).status).toBe(303);
    expect(await app.db.$count(oauthTransactions)).toBe(before);
  });

  it('S-084 extra parameters cannot change the redirect target', async () => {
    const names = ['redirect', 'continue', 'next', 'returnUrl', 'RelayState', 'redirect_uri', 'target'];
    const hosts = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    };
    for (const target of ['//evil.example', 'https:evil.example', String.raw`\\evil`, 'javascript:evil()']) {
      const query = new URLSearchParams(names.map((name) => [name, target])).toString();
      const headers = { ...hosts };
      const started = await app.get(`/oauth2/authorization/${provider}?${query}`, { headers });
      const url = new URL(started.headers.get('location') ?? '');
      expect(url.origin).toBe(servers[provider].issuer);
      expect(url.href).not.toContain('evil');
      expect(url.searchParams.get('redirect_uri')).toBe(
        `http://localhost:3000/login/oauth2/code/${provider}`,
      );
      const cookie = started.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const back = `${await consentAtProvider(url, someone())}&${query}`;
      const location = (await app.get(back, { headers: { ...headers, cookie } })).headers.get('location');
      expect(location).toMatch(/^\/social-extra\?accessToken=/);
      expect(location).not.toContain('evil');
    }
  });
});

describe('an account of social login', () => {
  it('S-085 the same id, phone and e-mail at two providers are two members', async () => {
    const account = { ...someone(), email: 'same@example.com', phone: '010-7777-8888' };
    await insertMember(app, { phone: '01077778888', name: '김소셜' });
    const before = await countAccounts(app);
    for (const provider of providers) await signInWithProvider(app, provider, account);
    const after = await countAccounts(app);
    expect([after[0], after[2]]).toEqual([(before[0] ?? 0) + 3, (before[2] ?? 0) + 3]);
    const own = await app.db
      .select()
      .from(socialIdentities)
      .where(eq(socialIdentities.subject, account.subject));
    expect(new Set(own.map(({ memberId }) => memberId)).size).toBe(3);
  });

  it.each(['9007199254740993', '9007199254740992', '9223372036854775807'])(
    'S-085 the Kakao id %s is stored without rounding',
    async (subject) => {
      await signInWithProvider(app, 'kakao', { subject });
      expect(await app.db.$count(socialIdentities, eq(socialIdentities.subject, subject))).toBe(1);
    },
  );

  it.each([
    ['  김 소셜  ', '김 소셜'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['가나\u0000다', ''],
    ['\u202egnp', ''],
    ['김*셜', ''],
    ['가'.repeat(31), ''],
    ['\u3164', ''],
    [undefined, ''],
  ])('S-089 named %j at its provider is suggested as %j', async (nickname, suggested) => {
    const { name } = await logInUntilHandoff(app, 'kakao', { subject: someone().subject, nickname });
    expect(name).toBe(suggested);
  });

  it('L-01 a pending social member expires one day after the first login and is then created anew', async () => {
    const account = someone();
    const idOf = async (): Promise<string> => {
      const isTheirs = eq(socialIdentities.subject, account.subject);
      const [row] = await app.db.select().from(socialIdentities).where(isTheirs);
      return row?.memberId ?? '';
    };
    const start = app.clock.now();
    const first = await signInWithProvider(app, 'naver', account);
    const id = await idOf();
    app.clock.advance(24 * HOUR - 1);
    await signInWithProvider(app, 'naver', account);
    expect(await idOf()).toBe(id);
    const [member] = await app.db.select().from(members).where(eq(members.id, id));
    expect(member?.createdAt).toEqual(start);
    app.clock.advance(1);
    await completeProfile(app, await signInWithProvider(app, 'naver', account));
    expect(await app.db.$count(members, eq(members.id, id))).toBe(0);
    expect((await app.get('/api/member/profile', { token: first.accessToken })).status).toBe(401);
    const joined = await idOf();
    app.clock.advance(24 * HOUR);
    await signInWithProvider(app, 'naver', account);
    expect(await idOf()).toBe(joined);
    app.clock.set(start);
  });

  it('S-019 a member of social login has no password to guess, find or reset', async () => {
    const { accessToken } = await signInWithProvider(app, 'naver', someone());
    const { loginId } = (await (await app.get('/api/member/profile', { token: accessToken })).json()) as {
      loginId: string;
    };
    expect(loginId).toBe('네이버 계정');
    const login = await app.post('/api/auth/login', { loginId, password: 'password1' });
    expect(login.status).toBe(400);
    // Not even for someone who knows their name and phone and can read their messages.
    const identity = { name: '김추가', phoneNumber: randomPhone() };
    await completeProfile(app, { accessToken }, identity);
    const isThey = eq(members.phone, identity.phoneNumber);
    const [before] = await app.db.select().from(members).where(isThey);
    const sent = app.sent.length;
    for (const name of [loginId, before?.id ?? '', 'someone']) {
      const who = { loginId: name, ...identity };
      await app.post('/api/member/find-pw/send-code', who);
      for (const code of ['000000', '123456']) {
        const body = { ...who, code, password: 'password1' };
        expect((await app.post('/api/member/find-pw/verify-code', { ...who, code })).status).toBe(400);
        expect((await app.put('/api/member/find-pw/reset', body)).status).toBe(400);
      }
    }
    expect(app.sent).toHaveLength(sent);
    expect(await app.db.select().from(members).where(isThey)).toEqual([before]);
    expect(before?.passwordHash).toBeNull();
  });
});

describe('a social login', () => {
  it('a social login, successful or failed, is recorded with the browser’s IP address', async () => {
    const from = { ip: '198.51.100.7', userAgent: 'Browser' };
    for (const account of [someone(), null]) {
      const { url, cookie } = await startSocialLogin(app, 'kakao');
      const headers = { cookie, 'user-agent': from.userAgent };
      await app.get(await consentAtProvider(url, account), { headers, ip: from.ip });
    }
    const lines = await app.db.select().from(loginLog).where(eq(loginLog.ip, from.ip));
    expect(lines.toSorted((a, b) => a.id - b.id)).toMatchObject([
      { outcome: 'SUCCESS', ...from },
      { outcome: 'FAILURE', memberId: null, ...from },
    ]);
  });

  it('S-053 S-088 a social login writes no code, token or name to the log', async () => {
    const lines: string[] = [];
    const keep = (...values: unknown[]): void => void lines.push(JSON.stringify(values));
    const hono = createApp({ ...app.deps, log: { info: keep, warn: keep, error: keep, debug: keep } });
    const noisy = {
      ...app,
      get: (path: string, options?: { headers?: Record<string, string> }) =>
        Promise.resolve(hono.request(path, options ?? {})),
    };
    const secrets: string[] = [];
    const account = { subject: '99887766554433', nickname: '비밀이름' };
    for (const [provider, person] of [
      ['kakao', account],
      ['naver', null],
    ] as const satisfies [Provider, Account | null][]) {
      const { url, cookie } = await startSocialLogin(noisy as TestApp, provider);
      const back = await consentAtProvider(url, person);
      const { accessToken, refreshToken } = readHandoff(
        await noisy.get(back, { headers: { cookie } }),
        cookie,
      );
      await noisy.get(back, { headers: { cookie } });
      const query = new URLSearchParams(back.slice(back.indexOf('?')));
      const seen = [query.get('code'), query.get('state'), accessToken, refreshToken, cookie.split('=')[1]];
      secrets.push(...seen.filter((text) => text != null));
    }
    expect(lines.length).toBeGreaterThanOrEqual(1);
    for (const secret of [...secrets, account.subject, account.nickname])
      expect(lines.join('\n')).not.toContain(secret);
  });

  it('a database failure during social login leads to the failure page', async () => {
    const { url, cookie } = await startSocialLogin(app, 'kakao');
    const back = await consentAtProvider(url, { ...someone(), phone: randomPhone() });
    const failing = createApp({
      ...app.deps,
      authSecret: app.deps.authSecret,
      clock: {
        now: () => {
          throw new Error('no time');
        },
      },
    });
    expect((await failing.request('/oauth2/authorization/kakao')).headers.get('location')).toBe(
      '/oauth-success',
    );
    expect((await failing.request(back, { headers: { cookie } })).headers.get('location')).toBe(
      '/oauth-success',
    );
  });
});

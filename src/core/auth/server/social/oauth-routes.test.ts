import { SignJWT } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { createApp } from '#app/server/app.ts';
import { mountPages } from '#app/server/site/page-rendering.ts';
import { rateLimits } from '#platform/contract/rate-limits.ts';
import { createOauthProviders } from '#platform/server/ports/oauth/create-oauth-providers.ts';
import {
  countAccounts,
  startSocialLogin,
  consentAtProvider,
  expectLoginRejected,
  logInUntilHandoff,
  PUBLIC_URL,
  startOidcServers,
} from '#test/factories/social-logins.ts';
import type { Account } from '#test/fakes/oidc-server.ts';
import { createTestApp } from '#test/test-app.ts';
import { oauthTransactions } from '../tables.ts';
import { MAX_TRANSACTIONS_PER_BROWSER } from './oauth-transactions.ts';

const { servers, oauth } = await startOidcServers();
const app = await createTestApp({ oauth });

let count = 0;
const someone = (): Account => ({ subject: String(6_000_000_000 + (count += 1)), nickname: '김소셜' });
const goBack = (back: string, cookie: string) => app.get(back, { headers: { cookie } });
const expectFailure = (response: () => Promise<Response>) => expectLoginRejected(app, response);

describe('F-14 while Kakao', () => {
  it('F-14 while Kakao does not respond, other logins work and the Kakao login fails', async () => {
    const { url, cookie } = await startSocialLogin(app, 'kakao');
    const back = await consentAtProvider(url, someone());
    const ending = new AbortController();
    const waits = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(ending.signal);
    servers.kakao.misbehave('/token', 'hang');
    const hanging = servers.kakao.hanging();
    const response = goBack(back, cookie);
    await expect.poll(() => servers.kakao.hanging()).toBe(hanging + 1);
    expect(waits).toHaveBeenCalledExactlyOnceWith(5_000);
    expect((await logInUntilHandoff(app, 'naver', someone())).page).toBe('/social-extra');
    await expectFailure(() => {
      ending.abort(new DOMException('too late', 'TimeoutError'));
      return response;
    });
    servers.kakao.misbehave('/token', null);
    expect((await logInUntilHandoff(app, 'kakao', someone())).page).toBe('/social-extra');
  });

  it('F-14 while Kakao serves no keys, other logins work', async () => {
    const own = createApp({ ...app.deps, oauth: createOauthProviders(servers, PUBLIC_URL) });
    const logInOwn = async (): Promise<Response> => {
      const { url, cookie } = await startSocialLogin(app, 'kakao');
      return own.request(await consentAtProvider(url, someone()), { headers: { cookie } });
    };
    expect((await logInOwn()).headers.get('location')).toMatch(/^\/social-extra\?/);
    // The keys are fetched again for an unknown key id at most once a minute.
    const inAMinute = Date.now() + 61_000;
    const now = vi.spyOn(Date, 'now').mockImplementation(() => inAMinute);
    servers.kakao.forge((claims, { privateKey }) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'new' }).sign(privateKey),
    );
    servers.kakao.misbehave('/jwks', 'fail');
    await expectFailure(logInOwn);
    expect((await logInUntilHandoff(app, 'google', someone())).page).toBe('/social-extra');
    servers.kakao.misbehave('/jwks', null);
    servers.kakao.forge(null);
    now.mockRestore();
  });
});

describe('the routes of social login', () => {
  it('S-087 social login with an unknown provider is answered with 404', async () => {
    for (const name of ['unknown', 'KAKAO', 'kakao/', '__proto__', 'constructor', ''])
      for (const path of [`/oauth2/authorization/${name}`, `/login/oauth2/code/${name}`])
        expect((await app.get(path)).status, path).toBe(404);
  });

  it('S-087 of a hundred logins started by one browser the newest ten stay open', async () => {
    const first = await startSocialLogin(app, 'google');
    app.clock.advance(1_000);
    for (let start = 1; start < 20; start += 1) await startSocialLogin(app, 'google', first.cookie);
    const more = await Promise.all(
      Array.from({ length: 80 }, () => startSocialLogin(app, 'google', first.cookie)),
    );
    const hash = (await app.db.select().from(oauthTransactions)).map((row) =>
      row.browserCookieHash.toString('hex'),
    );
    const own = Math.max(...[...new Set(hash)].map((one) => hash.filter((other) => other === one).length));
    expect(own).toBe(MAX_TRANSACTIONS_PER_BROWSER);
    await expectFailure(async () => goBack(await consentAtProvider(first.url, someone()), first.cookie));
    expect(new Set(more.map(({ cookie }) => cookie))).toEqual(new Set([first.cookie]));
    const last = await startSocialLogin(app, 'google', first.cookie);
    expect(
      (await goBack(await consentAtProvider(last.url, someone()), first.cookie)).headers.get('location'),
    ).toMatch(/^\/social/);
  });

  it('S-095 social login sets one cookie, HttpOnly and SameSite=Lax', async () => {
    const path = '/oauth2/authorization/kakao';
    const local = (await app.get(path)).headers.getSetCookie();
    expect(local).toEqual([
      expect.stringMatching(/^oauth_txn=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const env = { ...app.deps.env, publicUrl: 'https://studio.example.com' };
    const secure = createApp({ ...app.deps, env });
    expect((await secure.request(path)).headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-oauth_txn=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
  });

  it.each([
    '/oauth2/authorization/kakao',
    '/login/oauth2/code/kakao',
    '/oauth-success?accessToken=x',
    '/oauth-success',
    '/social-extra',
  ])('S-090 S-091 %s is not kept and tells no one where it came from', async (path) => {
    const { headers } = await app.get(path);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(['/oauth-success', '/social-extra'])(
    'S-088 a failing %s page removes the tokens from its URL',
    async (page) => {
      const limited = createApp({ ...app.deps, env: { ...app.deps.env, rateLimits: true } });
      const [{ limit }] = rateLimits.read;
      const responses: (readonly [number, string | null])[] = [];
      mountPages(limited, async () => new Response('<!doctype html>'), {
        ...app.deps,
        env: { ...app.deps.env, rateLimits: true },
      });
      const ask = async (query: string) => {
        const { status, headers } = await limited.request(page + query);
        responses.push([status, headers.get('location')]);
      };
      await ask('?accessToken=x&refreshToken=y');
      for (let read = 1; read < limit; read += 1) await limited.request(page);
      await ask('?accessToken=x&refreshToken=y');
      await ask('');
      expect(responses).toEqual([
        [200, null],
        [303, page],
        [429, null],
      ]);
    },
  );

  it.each(['cross-site', 'same-site'])('H9 social login cannot be started from a %s page', async (site) => {
    const before = await app.db.$count(oauthTransactions);
    const path = '/oauth2/authorization/kakao';
    const planted = await app.get(path, { headers: { 'sec-fetch-site': site } });
    expect([planted.status, planted.headers.get('location')]).toEqual([303, '/login']);
    expect(planted.headers.getSetCookie()).toEqual([]);
    expect(await app.db.$count(oauthTransactions)).toBe(before);
    expect((await app.get('/oauth2/authorization/x', { headers: { 'sec-fetch-site': site } })).status).toBe(
      404,
    );
  });

  it('social login can be started from the buttons, the address bar and browsers without Fetch Metadata', async () => {
    const path = '/oauth2/authorization/kakao';
    const askers: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      {},
    ];
    for (const headers of askers)
      expect((await app.get(path, { headers })).headers.get('location')).toContain(servers.kakao.issuer);
    const { url, cookie } = await startSocialLogin(app, 'kakao');
    const headers = { cookie, 'sec-fetch-site': 'cross-site' };
    const response = await app.get(await consentAtProvider(url, someone()), { headers });
    expect(response.headers.get('location')).toMatch(/^\/social-extra\?/);
  });

  it('social logins have a rate limit of their own, not used up by other pages', async () => {
    const limited = createApp({ ...app.deps, env: { ...app.deps.env, rateLimits: true } });
    const [{ limit }] = rateLimits.socialLogin;
    for (let planted = 0; planted <= limit; planted += 1)
      await limited.request('/oauth2/authorization/kakao', { headers: { 'sec-fetch-site': 'cross-site' } });
    const targets: string[] = [];
    for (let start = 0; start <= limit; start += 1)
      targets.push((await limited.request('/oauth2/authorization/kakao')).headers.get('location') ?? '');
    expect(targets.slice(0, limit).every((target) => target.startsWith(servers.kakao.issuer))).toBe(true);
    expect(targets.at(-1)).toBe('/oauth-success');
    const login = await limited.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ loginId: 'someone', password: 'password1' }),
    });
    expect(login.status).toBe(400);
  });
});

describe('the trial of a social login', () => {
  const begin = async () => {
    const response = await app.get('/oauth2/authorization/kakao?trial=on');
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    return { url: new URL(response.headers.get('location') ?? ''), cookie };
  };
  const resultOf = (response: Response) => response.headers.get('location');

  it('S-145 logs in at the provider and ends on the page of the connections, without a session or an account', async () => {
    const before = await countAccounts(app);
    const { url, cookie } = await begin();
    const back = await goBack(await consentAtProvider(url, someone()), cookie);
    expect(resultOf(back)).toBe('/admin/settings/connections?tried=kakao&result=ok');
    expect(await countAccounts(app)).toEqual(before);
  });

  it('S-145 tells why it failed in a word of the provider, and a forged state is no trial', async () => {
    const denied = await begin();
    const back = await goBack(await consentAtProvider(denied.url, null), denied.cookie);
    expect(resultOf(back)).toBe('/admin/settings/connections?tried=kakao&result=access_denied');
    const { cookie } = await begin();
    await expectFailure(() => goBack('/login/oauth2/code/kakao?code=x&state=trial-forged', cookie));
  });
});

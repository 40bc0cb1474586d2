import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { consentAtProvider, PUBLIC_URL, startOidcServers } from '#test/factories/social-logins.ts';
import type { Account, Forgery, Misbehaviour } from '#test/fakes/oidc-server.ts';
import { providers, type Provider } from '../../../contract/social-providers.ts';
import { createOauthProviders } from './create-oauth-providers.ts';
import type { ProviderIdentity, LoginSecrets } from './oauth-provider.ts';

const { servers } = await startOidcServers();
// Created for each test, because the cached discovery documents are part of what is tested.
let oauth = createOauthProviders(servers, PUBLIC_URL);

const text = (): string => randomBytes(32).toString('base64url');
const drawNonce = (): string => randomBytes(32).toString('hex');
const drawSecrets = (): LoginSecrets => ({ state: text(), verifier: text(), nonce: drawNonce() });
const portOf = (provider: Provider) => {
  const port = oauth[provider];
  if (port === undefined) throw new Error(`${provider} is not set up`);
  return port;
};
let count = 0;
const someone = (): Account => ({ subject: String(7_000 + (count += 1)), nickname: '김소셜' });

/** Runs a login up to the redirect back to the site. */
const comeBack = async (provider: Provider, account: Account | null = someone(), secrets = drawSecrets()) => {
  const back = await consentAtProvider(await portOf(provider).createAuthorizationUrl(secrets), account);
  return { returned: new URL(back, PUBLIC_URL).searchParams, secrets };
};
const logIn = async (provider: Provider, account?: Account): Promise<ProviderIdentity> => {
  const { returned, secrets } = await comeBack(provider, account);
  return portOf(provider).exchangeCallback(returned, secrets);
};

/** The requests that a provider receives during a login. */
const pathsOf: Readonly<Record<Provider, readonly string[]>> = {
  kakao: ['/.well-known', '/token', '/jwks', '/v2/user/me'],
  naver: ['/.well-known', '/token', '/jwks', '/v1/nid/me'],
  google: ['/.well-known', '/token', '/jwks'],
};

/** Replaces time limits by signals that the test aborts, and records their durations. */
const endInsteadOfWaiting = () => {
  const ending = new AbortController();
  const waits: number[] = [];
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    waits.push(milliseconds);
    return ending.signal;
  });
  return { waits, end: () => ending.abort(new Error('given up')), restore: () => spy.mockRestore() };
};

beforeEach(() => {
  oauth = createOauthProviders(servers, PUBLIC_URL);
  for (const provider of providers) servers[provider].forge(null);
});

describe.each(providers)('%s', (provider) => {
  it('a login returns the user’s id and nickname', async () => {
    const account = someone();
    const { refreshToken, ...who } = await logIn(provider, account);
    expect(who).toEqual(account);
    expect(refreshToken === null).toBe(provider === 'kakao');
  });

  it('S-081 a login uses state, nonce and PKCE', async () => {
    const secrets = drawSecrets();
    const url = await portOf(provider).createAuthorizationUrl(secrets);
    const { state, nonce, code_challenge: challenge, ...asked } = Object.fromEntries(url.searchParams);
    expect({ state, nonce }).toEqual({ state: secrets.state, nonce: secrets.nonce });
    expect(challenge).toMatch(/^[\w-]{43}$/);
    expect(asked).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `http://localhost:3000/login/oauth2/code/${provider}`,
      scope: provider === 'kakao' ? 'openid,profile_nickname' : 'openid profile',
    });
    const { returned } = await comeBack(provider, someone(), secrets);
    await portOf(provider).exchangeCallback(returned, secrets);
    const { form } = servers[provider].calls.findLast(({ path }) => path === '/token') ?? {};
    expect(form?.get('code_verifier')).toBe(secrets.verifier);
  });

  it('S-081 S-082 a login with a wrong verifier, a wrong nonce or a reused code fails', async () => {
    for (const changed of [{ verifier: text() }, { nonce: drawNonce() }, { state: text() }]) {
      const { returned, secrets } = await comeBack(provider);
      await expect(portOf(provider).exchangeCallback(returned, { ...secrets, ...changed })).rejects.toThrow();
    }
    const { returned, secrets } = await comeBack(provider);
    await portOf(provider).exchangeCallback(returned, secrets);
    await expect(portOf(provider).exchangeCallback(returned, secrets)).rejects.toThrow();
  });

  it('S-082 the `iss` parameter of the callback is checked', async () => {
    const { returned, secrets } = await comeBack(provider);
    returned.set('iss', 'https://evil.example');
    await expect(portOf(provider).exchangeCallback(returned, secrets)).rejects.toThrow(/iss/);
  });

  it('S-086 a login that the user denied fails', async () => {
    const { returned, secrets } = await comeBack(provider, null);
    expect(returned.get('error')).toBe('access_denied');
    await expect(portOf(provider).exchangeCallback(returned, secrets)).rejects.toThrow();
  });

  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const sign = (claims: Record<string, unknown>, kid: string) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid });
  const past = Math.floor(Date.now() / 1_000) - 7_200;
  const forgeries: readonly (readonly [string, Forgery])[] = [
    ['another key', (claims, { kid }) => sign(claims, kid).sign(other)],
    ['an unknown key', (claims) => sign(claims, 'unknown').sign(other)],
    [
      'another `aud`',
      (claims, key) => sign({ ...claims, aud: 'someone-else' }, key.kid).sign(key.privateKey),
    ],
    [
      'another `iss`',
      (claims, key) => sign({ ...claims, iss: 'https://evil.example' }, key.kid).sign(key.privateKey),
    ],
    ['an end long ago', (claims, key) => sign({ ...claims, exp: past }, key.kid).sign(key.privateKey)],
    ['another nonce', (claims, key) => sign({ ...claims, nonce: 'other' }, key.kid).sign(key.privateKey)],
    ['no nonce', ({ nonce: _, ...claims }, key) => sign(claims, key.kid).sign(key.privateKey)],
    ['`alg: none`', async (claims) => new UnsecuredJWT(claims).encode()],
    [
      'HS256 by the public key',
      (claims, { kid, publicKey }) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid })
          .sign(Buffer.from(publicKey.export({ type: 'spki', format: 'pem' }).toString())),
    ],
    ['nothing that is a token', async () => 'a.b.c'],
  ];
  it.each(forgeries)('S-083 an ID token with %s is rejected', async (_, forgery) => {
    const { returned, secrets } = await comeBack(provider);
    servers[provider].forge(forgery);
    await expect(portOf(provider).exchangeCallback(returned, secrets)).rejects.toThrow();
  });

  it.each(['fail', 'flood', 'redirect', 'refuse-with-200'] satisfies Misbehaviour[])(
    'F-14 S-089 a login fails when the provider misbehaves: %s',
    async (how) => {
      for (const path of pathsOf[provider]) {
        const { returned, secrets } = await comeBack(provider);
        const unasked = createOauthProviders(servers, PUBLIC_URL)[provider];
        servers[provider].misbehave(path, how);
        await expect(unasked?.exchangeCallback(returned, secrets), path).rejects.toThrow();
        servers[provider].misbehave(path, null);
      }
    },
  );

  it('F-14 S-089 a hanging provider fails the login after 5 s in total, and works again once it is back', async () => {
    for (const path of pathsOf[provider]) {
      const { returned, secrets } = await comeBack(provider);
      const unasked = createOauthProviders(servers, PUBLIC_URL)[provider];
      const ends = endInsteadOfWaiting();
      servers[provider].misbehave(path, 'hang');
      const hanging = servers[provider].hanging();
      const finishing = Promise.allSettled([unasked?.exchangeCallback(returned, secrets)]);
      await expect.poll(() => servers[provider].hanging(), { message: path }).toBe(hanging + 1);
      ends.end();
      expect(await finishing, path).toMatchObject([{ reason: { message: 'given up' } }]);
      expect(ends.waits, path).toEqual([5_000]);
      servers[provider].misbehave(path, null);
      ends.restore();
      expect(await unasked?.createAuthorizationUrl(drawSecrets())).toBeInstanceOf(URL);
    }
    expect(await logIn(provider)).toMatchObject({ nickname: '김소셜' });
  });

  it('F-14 S-089 starting a login and unlinking have a time limit of 5 s', async () => {
    const { subject, refreshToken } = await logIn(provider);
    for (const ask of [
      () => createOauthProviders(servers, PUBLIC_URL)[provider]?.createAuthorizationUrl(drawSecrets()),
      () => portOf(provider).unlink({ subject, refreshToken }),
    ]) {
      const ends = endInsteadOfWaiting();
      servers[provider].misbehave('/', 'hang');
      const hanging = servers[provider].hanging();
      const asking = Promise.allSettled([ask()]);
      await expect.poll(() => servers[provider].hanging()).toBe(hanging + 1);
      ends.end();
      expect(await asking).not.toEqual([{ status: 'fulfilled', value: 'unlinked' }]);
      expect(ends.waits).toEqual([5_000]);
      servers[provider].misbehave('/', null);
      ends.restore();
    }
  });

  it('F-14 rotated keys are fetched once and not again within a minute', async () => {
    await logIn(provider);
    servers[provider].rotateKeys();
    const inAMinute = Date.now() + 61_000;
    const now = vi.spyOn(Date, 'now').mockImplementation(() => inAMinute);
    onTestFinished(() => now.mockRestore());
    expect(await logIn(provider)).toMatchObject({ nickname: '김소셜' });
    servers[provider].rotateKeys();
    await expect(logIn(provider)).rejects.toThrow();
  });
});

describe('kakao', () => {
  it.each(['9007199254740993', '9223372036854775807'])(
    'S-085 the Kakao id %s is kept exactly',
    async (subject) => {
      expect(await logIn('kakao', { subject })).toEqual({ subject, nickname: null, refreshToken: null });
    },
  );

  it('a Kakao profile of another user is rejected, even if the ids differ by one', async () => {
    const { returned, secrets } = await comeBack('kakao', { subject: '9007199254740993' });
    servers.kakao.forge((claims, { kid, privateKey }) =>
      new SignJWT({ ...claims, sub: '9007199254740992' })
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(privateKey),
    );
    await expect(portOf('kakao').exchangeCallback(returned, secrets)).rejects.toThrow(
      /whom the ID token names/,
    );
  });
});

it('Naver receives the state in the token request', async () => {
  await logIn('naver');
  const { form } = servers.naver.calls.findLast(({ path }) => path === '/token') ?? {};
  expect(form?.get('state')).toMatch(/^[\w-]{43}$/);
});

describe('unlinking', () => {
  it.each(providers)('unlinking at %s ends the connection', async (provider) => {
    const { subject, refreshToken } = await logIn(provider);
    expect(servers[provider].isConnected(subject)).toBe(true);
    expect(await portOf(provider).unlink({ subject, refreshToken })).toBe('unlinked');
    expect(servers[provider].isConnected(subject)).toBe(false);
    // Unlinking again, or after the user ended the connection, succeeds.
    expect(await portOf(provider).unlink({ subject, refreshToken })).toBe('unlinked');
  });

  it.each(providers)('unlinking at %s fails when the provider fails and can be retried', async (provider) => {
    const { subject, refreshToken } = await logIn(provider);
    servers[provider].misbehave('/', 'fail');
    expect(await portOf(provider).unlink({ subject, refreshToken })).toBe('failed');
    servers[provider].misbehave('/', null);
  });

  it('unlinking is impossible without a token and fails without the admin key', async () => {
    const { adminKey: _, ...withoutKey } = servers.kakao;
    const kakao = createOauthProviders({ kakao: { ...withoutKey } }, PUBLIC_URL).kakao;
    expect(await kakao?.unlink({ subject: '1', refreshToken: null })).toBe('failed');
    expect(await portOf('naver').unlink({ subject: '1', refreshToken: null })).toBe('impossible');
    expect(await portOf('google').unlink({ subject: '1', refreshToken: null })).toBe('impossible');
  });
});

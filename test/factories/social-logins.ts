import { afterAll, expect } from 'vitest';
import { members, sessions, socialIdentities } from '#core/auth/server/tables.ts';
import type { Session } from '#platform/contract/sessions.ts';
import { providers, type Provider } from '#platform/contract/social-providers.ts';
import { createOauthProviders } from '#platform/server/ports/oauth/create-oauth-providers.ts';
import type { OauthProviders } from '#platform/server/ports/oauth/oauth-provider.ts';
import { startOidcServer, type Account, type OidcServer } from '#test/fakes/oidc-server.ts';
import type { TestApp } from '#test/test-app.ts';
import { randomPhone } from './members.ts';

export const PUBLIC_URL = 'http://localhost:3000';

export type OidcServers = Readonly<Record<Provider, OidcServer>>;

/** Starts fake servers of all three providers and the site's clients of them. */
export const startOidcServers = async (): Promise<{ servers: OidcServers; oauth: OauthProviders }> => {
  const started = await Promise.all(
    providers.map(
      async (provider) => [provider, await startOidcServer({ provider, publicUrl: PUBLIC_URL })] as const,
    ),
  );
  afterAll(() => Promise.all(started.map(([, server]) => server.stop())));
  const servers = Object.fromEntries(started) as OidcServers;
  return { servers, oauth: createOauthProviders(servers, PUBLIC_URL) };
};

const readCookies = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ');

export interface StartedLogin {
  /** The account at the provider. */
  readonly url: URL;
  /** The cookie of the browser that started the login. */
  readonly cookie: string;
}

const cookieHeader = (cookie: string | undefined): Record<string, string> =>
  cookie === undefined ? {} : { cookie };

/** Starts a login, as a click on the button does. */
export const startSocialLogin = async (
  app: TestApp,
  provider: Provider,
  cookie?: string,
): Promise<StartedLogin> => {
  const response = await app.get(`/oauth2/authorization/${provider}`, { headers: cookieHeader(cookie) });
  const url = new URL(response.headers.get('location') ?? '', PUBLIC_URL);
  return { url, cookie: readCookies(response) };
};

/** Completes the provider's pages: consents as this account, or denies when null. Returns path and query of the callback. */
export const consentAtProvider = async (
  url: URL,
  account: Account | null,
  publicUrl = PUBLIC_URL,
): Promise<string> => {
  const jar = new Map<string, string>();
  let next = url;
  let form: URLSearchParams | null = null;
  for (let step = 0; step < 10 && next.origin !== publicUrl; step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const init = { redirect: 'manual', headers: { cookie } } as const;
    const response: Response = await fetch(
      next,
      form === null ? init : { ...init, method: 'POST', body: form },
    );
    form = null;
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) next = new URL(location, next);
    else if (next.pathname.startsWith('/interaction/'))
      form = new URLSearchParams({
        answer: account === null ? 'no' : 'yes',
        ...(JSON.parse(JSON.stringify(account ?? {})) as Record<string, string>),
      });
    else throw new Error(`${next.href}: ${response.status} ${await response.text()}`);
  }
  return `${next.pathname}${next.search}`;
};

export interface HandoffResult extends Session {
  /** `/oauth-success`, `/social-extra`. */
  readonly page: string;
  readonly cookie: string;
}

/** Parses the URL to which the site redirects the browser. */
export const readHandoff = (response: Response, cookie: string): HandoffResult => {
  const url = new URL(response.headers.get('location') ?? '', PUBLIC_URL);
  const values = Object.fromEntries(url.searchParams) as unknown as Session;
  return { ...values, page: url.pathname, cookie };
};

/** Runs a login up to the hand-off tokens in the URL. */
export const logInUntilHandoff = async (
  app: TestApp,
  provider: Provider,
  account: Account,
): Promise<HandoffResult> => {
  const { url, cookie } = await startSocialLogin(app, provider);
  const back = await consentAtProvider(url, account);
  return readHandoff(await app.get(back, { headers: { cookie } }), cookie);
};

export const reissue = (app: TestApp, refreshToken: string, cookie?: string): Promise<Response> =>
  app.post('/api/auth/reissue', { refreshToken }, { headers: cookieHeader(cookie) });

/** Exchanges hand-off tokens, as the pages that receive them do. */
export const exchangeHandoff = (app: TestApp, refreshToken: string, cookie?: string): Promise<Response> =>
  app.post('/api/auth/handoff', { refreshToken }, { headers: cookieHeader(cookie) });

/** Runs a complete login; returns the exchanged tokens. */
export const signInWithProvider = async (
  app: TestApp,
  provider: Provider,
  account: Account,
): Promise<HandoffResult> => {
  const handed = await logInUntilHandoff(app, provider, account);
  const response = await exchangeHandoff(app, handed.refreshToken, handed.cookie);
  if (response.status !== 200) throw new Error(`not exchanged: ${response.status}`);
  return { ...handed, ...((await response.json()) as Session) };
};

/** Counts members, sessions and provider identities. */
export const countAccounts = async ({ db }: TestApp): Promise<number[]> =>
  Promise.all([members, sessions, socialIdentities].map((table) => db.$count(table)));

/** Asserts that a failed login redirects to the failure page and creates nothing. */
export const expectLoginRejected = async (app: TestApp, result: () => Promise<Response>): Promise<void> => {
  const before = await countAccounts(app);
  const response = await result();
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/oauth-success');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.text()).toBe('');
  expect(await countAccounts(app)).toEqual(before);
};

const agreements = { all: true, over14: true, terms: true, privacy: true };

/** Completes the profile of a new member: name, phone, code and consents. */
export const completeProfile = async (
  app: TestApp,
  { accessToken: token }: Pick<HandoffResult, 'accessToken'>,
  identity = { name: '김추가', phoneNumber: randomPhone() },
): Promise<void> => {
  const sent = await app.post(`/api/member/send-code?phoneNumber=${identity.phoneNumber}`, undefined, {
    token,
  });
  if (sent.status !== 200) throw new Error(`no code: ${sent.status}`);
  const body = { ...identity, code: app.sentCode(identity.phoneNumber), agreements };
  const response = await app.post('/api/member/update-extra', body, { token });
  if (response.status !== 200) throw new Error(`not completed: ${response.status} ${await response.text()}`);
};

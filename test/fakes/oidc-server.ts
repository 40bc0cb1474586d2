import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import OidcProvider, { type Context } from 'oidc-provider';
import type { Provider } from '#platform/contract/social-providers.ts';
import { createOidcAdapter } from './oidc-adapter.ts';
import {
  sendApiResult,
  providerApis,
  readForm,
  type Account,
  type ApiCall,
  type ApiContext,
  type OidcClientConfig,
} from './oidc-provider-apis.ts';

export type { Account } from './oidc-provider-apis.ts';

/**
 * How the server misbehaves at every path with a given prefix. `flood` and `redirect` still lead to the correct response for a client
 * that reads everything or follows.
 */
export type Misbehaviour = 'hang' | 'fail' | 'flood' | 'redirect' | 'refuse-with-200';

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Creates a forged ID token from the claims of the genuine one. */
export type Forgery = (claims: Record<string, unknown>, key: SigningKey) => Promise<string>;

interface OidcServerOptions extends Partial<OidcClientConfig> {
  readonly provider: Provider;
  /** The site's origin, without a trailing slash. */
  readonly publicUrl: string;
  /** The port; a free one by default. */
  readonly port?: number;
}

export interface OidcServer extends Required<OidcClientConfig> {
  readonly issuer: string;
  /** Requests to the token endpoint and to provider APIs outside OpenID Connect, in order. */
  readonly calls: readonly ApiCall[];
  /** Pre-fills the account on the login page. */
  suggest(account: Account): void;
  misbehave(path: string, how: Misbehaviour | null): void;
  /** Number of requests left hanging so far. */
  readonly hanging: () => number;
  /** Replaces every following ID token by a forged one; null ends it. */
  forge(forgery: Forgery | null): void;
  /** Replaces the signing keys; the old ones are removed from the key set. */
  rotateKeys(): void;
  /** Whether the account is linked with the site. */
  isConnected(subject: string): boolean;
  stop(): Promise<void>;
}

const REDIRECT_PREFIX = '/elsewhere';

/** Pads JSON to more than 64 KiB. */
const padResponse = (response: ServerResponse): void => {
  const end = response.end.bind(response);
  response.end = ((body: string) => {
    if (!response.headersSent) response.removeHeader('content-length');
    return end(body + ' '.repeat(70_000));
  }) as typeof response.end;
};

/** Applies the misbehaviour; returns whether the request is then handled normally. */
const misbehaviours: Readonly<Record<Misbehaviour, (response: ServerResponse, url: string) => boolean>> = {
  hang: () => false,
  fail: (response) => {
    response.writeHead(500).end('oops');
    return false;
  },
  flood: (response) => {
    padResponse(response);
    return true;
  },
  redirect: (response, url) => {
    // 307: with method and body.
    response.writeHead(307, { location: REDIRECT_PREFIX + url }).end();
    return false;
  },
  'refuse-with-200': (response) => {
    sendApiResult(response, [200, { error: 'invalid_request', resultcode: '024' }]);
    return false;
  },
};

const generateKey = (): SigningKey => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomBytes(8).toString('hex');
  return { kid, privateKey, publicKey };
};

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const loginPage = (
  provider: Provider,
  { subject, nickname = '', email = '', phone = '' }: Account,
): string => `<!doctype html>
<html lang="ko"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${provider} 로그인</title>
<h1>${provider}</h1>
<form method="post">
<label>회원 번호 <input name="subject" value="${escape(subject)}"></label>
<label>별명 <input name="nickname" value="${escape(nickname)}"></label>
<input type="hidden" name="email" value="${escape(email)}"><input type="hidden" name="phone" value="${escape(phone)}">
<button name="answer" value="yes">동의하고 계속하기</button>
<button name="answer" value="no">취소</button>
</form></html>`;

const randomSubject = (provider: Provider): string =>
  provider === 'kakao'
    ? String(BigInt(`0x${randomBytes(6).toString('hex')}`))
    : randomBytes(12).toString('hex');

/**
 * A fake provider of social login: a certified OpenID server that accepts any account, with the peculiarities of Kakao, Naver and
 * Google and their APIs for profiles and unlinking.
 */
export const startOidcServer = async (options: OidcServerOptions): Promise<OidcServer> => {
  const { provider, publicUrl } = options;
  const client = {
    clientId: options.clientId ?? `${provider}-client`,
    clientSecret: options.clientSecret ?? randomBytes(16).toString('hex'),
    adminKey: options.adminKey ?? randomBytes(16).toString('hex'),
  };
  const accounts = new Map<string, Account>();
  const connected = new Set<string>();
  const accessTokens = new Map<string, string>();
  const calls: ApiCall[] = [];
  const broken = new Map<string, Misbehaviour>();
  let hanging = 0;
  const store = createOidcAdapter();
  let suggested: Account = { subject: randomSubject(provider), nickname: '김소셜' };
  let forgery: Forgery | null = null;
  let key = generateKey();

  /** Kakao accepts only comma-separated scopes, while OpenID Connect uses spaces. */
  const speakKakao = (context: Context): void => {
    const { scope } = context.query;
    if (context.path !== '/auth' || typeof scope !== 'string') return;
    context.query = { ...context.query, scope: scope.includes(' ') ? 'KOE205' : scope.replaceAll(',', ' ') };
  };

  /** Simulates that Naver drops a trailing `A` of the nonce. */
  const speakNaver = (context: Context): void => {
    const { nonce } = context.query;
    if (context.path === '/auth' && typeof nonce === 'string')
      context.query = { ...context.query, nonce: nonce.replace(/A$/, '') };
  };

  const changeTokens = async (context: Context): Promise<void> => {
    const body = context.body as { access_token?: string; id_token?: string; expires_in?: unknown };
    const form = context.oidc?.body ?? {};
    const call = { method: 'POST', path: '/token', form: new URLSearchParams(form), authorization: '' };
    calls.push(call);
    if (context.status !== 200 || body.access_token === undefined || body.id_token === undefined) return;
    const [, payload = ''] = body.id_token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string };
    accessTokens.set(body.access_token, claims.sub);
    if (provider === 'naver') {
      // Required by Naver's documentation; Naver returns numbers as text.
      if (form['state'] === undefined)
        context.body = { error: 'invalid_request', error_description: 'state' };
      else body.expires_in = String(body.expires_in);
    }
    if (forgery !== null) body.id_token = await forgery(claims, key);
  };

  const createProvider = (issuer: string): OidcProvider => {
    const made = new OidcProvider(issuer, {
      adapter: store,
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.clientSecret,
          token_endpoint_auth_method: 'client_secret_post',
          redirect_uris: [`${publicUrl}/login/oauth2/code/${provider}`],
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
        },
      ],
      jwks: {
        keys: [{ ...key.privateKey.export({ format: 'jwk' }), kid: key.kid, alg: 'RS256', use: 'sig' }],
      },
      cookies: {
        keys: [randomBytes(16).toString('hex')],
        // Cookies are shared between ports.
        names: { session: `${provider}_session`, interaction: `${provider}_at`, resume: `${provider}_on` },
      },
      scopes: ['openid', 'profile', 'profile_nickname'],
      claims: { openid: ['sub'], profile: ['name', 'nickname'] },
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      ttl: {
        AccessToken: 3_600,
        AuthorizationCode: 60,
        IdToken: 3_600,
        RefreshToken: 86_400,
        Session: 600,
        Interaction: 600,
        Grant: 86_400,
      },
      issueRefreshToken: () => true,
      renderError: (context: Context, out: object) => void (context.body = JSON.stringify(out)),
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, name: accounts.get(id)?.nickname, nickname: accounts.get(id)?.nickname }),
      }),
      // Logging in counts as consent.
      loadExistingGrant: async ({ oidc }: Context) => {
        if (oidc === undefined) return undefined;
        const grant = new oidc.provider.Grant({
          clientId: oidc.client.clientId,
          accountId: oidc.session.accountId,
        });
        grant.addOIDCScope(oidc.params?.['scope'] ?? '');
        await grant.save();
        return grant;
      },
    });
    made.use(async (context, next) => {
      if (provider === 'kakao') speakKakao(context);
      if (provider === 'naver') speakNaver(context);
      await next();
      if (context.oidc?.route === 'token') await changeTokens(context);
    });
    return made;
  };

  const surroundings: ApiContext = {
    client,
    findAccount: async (token) => accounts.get(accessTokens.get(token) ?? ''),
    revoke: async (refreshToken) => {
      const found = await oidc.RefreshToken.find(refreshToken);
      if (found === undefined) return false;
      connected.delete((found as unknown as { accountId: string }).accountId);
      await found.destroy();
      return true;
    },
    disconnect: (subject) => connected.delete(subject),
  };

  const logIn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(loginPage(provider, suggested));
      return;
    }
    const form = await readForm(request);
    const { subject = '', ...rest } = Object.fromEntries(form) as Partial<Record<string, string>>;
    if (form.get('answer') === 'no') {
      const refusal = { error: 'access_denied', error_description: 'User denied access' };
      return oidc.interactionFinished(request, response, refusal);
    }
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
    accounts.set(subject, { subject, ...given });
    connected.add(subject);
    return oidc.interactionFinished(request, response, { login: { accountId: subject } });
  };

  const result = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? '/';
    request.url = url.startsWith(REDIRECT_PREFIX) ? url.slice(REDIRECT_PREFIX.length) : url;
    const { pathname } = new URL(request.url, 'http://localhost');
    const how = [...broken].find(([path]) => new URL(url, 'http://localhost').pathname.startsWith(path))?.[1];
    if (how === 'hang') hanging += 1;
    if (how !== undefined && !misbehaviours[how](response, url)) return;
    if (pathname.startsWith('/interaction/')) return logIn(request, response);
    const method = request.method ?? 'GET';
    const api = providerApis[provider][`${method} ${pathname}`];
    if (api !== undefined) {
      const { authorization = '' } = request.headers;
      const call = { method, path: pathname, form: await readForm(request), authorization };
      calls.push(call);
      return sendApiResult(response, await api(call, surroundings));
    }
    // Every login starts without a session.
    if (pathname === '/auth') delete request.headers.cookie;
    return handle(request, response);
  };

  // Long enough that kept-alive connections are not closed during a test.
  const server = createServer(
    { keepAliveTimeout: 60_000 },
    (request, response) => void result(request, response),
  );
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let oidc = createProvider(issuer);
  let handle = oidc.callback();

  return {
    ...client,
    issuer,
    calls,
    suggest: (account) => void (suggested = account),
    misbehave: (path, how) => void (how === null ? broken.delete(path) : broken.set(path, how)),
    hanging: () => hanging,
    forge: (next) => void (forgery = next),
    rotateKeys: () => {
      key = generateKey();
      oidc = createProvider(issuer);
      handle = oidc.callback();
    },
    isConnected: (subject) => connected.has(subject),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

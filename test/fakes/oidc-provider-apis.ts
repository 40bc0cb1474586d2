import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from '#platform/contract/social-providers.ts';

/** An account at the provider. */
export interface Account {
  /** Kakao's ids are integers of up to 64 bits. */
  readonly subject: string;
  readonly nickname?: string;
  readonly email?: string;
  /** `010-1234-5678`. */
  readonly phone?: string;
}

export interface OidcClientConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Kakao's admin key. */
  readonly adminKey?: string;
}

export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly form: URLSearchParams;
  readonly authorization: string;
}

/** What the APIs beyond OpenID Connect need from the server. */
export interface ApiContext {
  readonly client: OidcClientConfig;
  /** Finds the account of an access token; undefined when it is invalid. */
  findAccount(accessToken: string): Promise<Account | undefined>;
  /** Ends the grant of a refresh token; false when there is none. */
  revoke(refreshToken: string): Promise<boolean>;
  /** Unlinks the account; false when it was not linked. */
  disconnect(subject: string): boolean;
}

/** Status and body; strings are sent as text, anything else as JSON. */
export type ApiResult = readonly [number, unknown];
type ApiHandler = (call: ApiCall, surroundings: ApiContext) => Promise<ApiResult>;

const bearerOf = ({ authorization }: ApiCall): string => authorization.replace(/^Bearer /, '');

/** https://developers.kakao.com/docs/latest/ko/kakaologin/rest-api#req-user-info. The id is written as a number. */
const kakaoMe: ApiHandler = async (call, { findAccount }) => {
  const account = await findAccount(bearerOf(call));
  if (account === undefined) return [401, { msg: 'this access token does not exist', code: -401 }];
  const rest = JSON.stringify({
    connected_at: '2026-11-21T01:00:00Z',
    ...(account.nickname === undefined ? {} : { properties: { nickname: account.nickname } }),
    kakao_account: {
      profile_nickname_needs_agreement: account.nickname === undefined,
      ...(account.nickname === undefined
        ? {}
        : { profile: { nickname: account.nickname, is_default_nickname: false } }),
      ...(account.email === undefined
        ? {}
        : { has_email: true, is_email_valid: true, is_email_verified: true, email: account.email }),
      ...(account.phone === undefined ? {} : { phone_number: account.phone.replace(/^0/, '+82 ') }),
    },
  });
  return [200, `{"id":${account.subject},${rest.slice(1)}`];
};

/** https://developers.kakao.com/docs/latest/ko/kakaologin/rest-api#unlink */
const kakaoUnlink: ApiHandler = async ({ authorization, form }, { client, disconnect }) => {
  if (authorization !== `KakaoAK ${client.adminKey ?? ''}`)
    return [401, { msg: 'appKey(-) does not exist', code: -401 }];
  const id = form.get('target_id') ?? '';
  if (form.get('target_id_type') !== 'user_id') return [400, { msg: 'target_id_type', code: -2 }];
  return disconnect(id) ? [200, `{"id":${id}}`] : [400, { msg: 'NotRegisteredUserException', code: -101 }];
};

/** https://developers.naver.com/docs/login/profile/profile.md */
const naverMe: ApiHandler = async (call, { findAccount }) => {
  const account = await findAccount(bearerOf(call));
  if (account === undefined) return [401, { resultcode: '024', message: 'Authentication failed' }];
  const { subject: id, nickname: name, email, phone: mobile } = account;
  const mobileE164 = mobile?.replaceAll('-', '').replace(/^0/, '+82');
  return [
    200,
    {
      resultcode: '00',
      message: 'success',
      response: { id, name, nickname: name, email, mobile, mobile_e164: mobileE164 },
    },
  ];
};

/** https://developers.naver.com/docs/login/devguide/devguide.md, 토큰 폐기: 200 without a body. */
const naverRevoke: ApiHandler = async ({ form }, { client, revoke }) => {
  if (form.get('client_id') !== client.clientId || form.get('client_secret') !== client.clientSecret)
    return [401, { error: 'invalid_client' }];
  if (form.get('token_type_hint') === 'refresh_token') await revoke(form.get('token') ?? '');
  return [200, ''];
};

/** https://developers.google.com/identity/protocols/oauth2/web-server#tokenrevoke */
const googleRevoke: ApiHandler = async ({ form }, { revoke }) =>
  (await revoke(form.get('token') ?? '')) ? [200, {}] : [400, { error: 'invalid_token' }];

export const providerApis: Readonly<Record<Provider, Readonly<Record<string, ApiHandler>>>> = {
  kakao: { 'GET /v2/user/me': kakaoMe, 'POST /v1/user/unlink': kakaoUnlink },
  naver: { 'GET /v1/nid/me': naverMe, 'POST /oauth2.0/revoke': naverRevoke },
  google: { 'POST /token/revocation': googleRevoke },
};

export const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
};

export const sendApiResult = (response: ServerResponse, [status, body]: ApiResult): void => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' }).end(text);
};

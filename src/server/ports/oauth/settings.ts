import * as z from 'zod/mini';
import { providers } from '#contract/auth.ts';
import type { Provider } from '#contract/auth.ts';

const INSECURE_LOCAL = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;
const ISSUER_MESSAGE = '`https://…` 또는 테스트용 `http://localhost:포트`여야 합니다.';

/** Printable ASCII without blanks. */
const key = z.optional(z.string().check(z.regex(/^[\x21-\x7e]+$/, '공백 없는 영문과 숫자여야 합니다.')));

/** Without TLS only this machine: a test server. */
const issuer = z.optional(
  z.string().check(
    z.overwrite((url) => url.replace(/\/$/, '')),
    z.refine((url) => INSECURE_LOCAL.test(url) || (url.startsWith('https://') && URL.canParse(url)), {
      error: ISSUER_MESSAGE,
    }),
  ),
);

export const oauthSettings = { key, issuer };

type Name = 'KAKAO' | 'NAVER' | 'GOOGLE';
type Variable = `OAUTH_${Name}_${'CLIENT_ID' | 'CLIENT_SECRET' | 'ISSUER'}` | 'OAUTH_KAKAO_ADMIN_KEY';
/** An id and its secret come together. */
type OauthVariables = Readonly<Partial<Record<Variable, string | undefined>>>;

export const isInsecureLocal = (url: string): boolean => INSECURE_LOCAL.test(url);

export interface OauthSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** A test server in place of the provider, which then also answers for its profile and admin calls. */
  readonly issuer: string | undefined;
  /** Kakao's key for unlinking who leaves; without it that does not happen. */
  readonly adminKey?: string | undefined;
}

/** What is set up; a provider that is not there has no button, and its path answers 404. */
export type AllOauthSettings = Readonly<Partial<Record<Provider, OauthSettings>>>;

const readProvider = (
  values: OauthVariables,
  name: Name,
  fail: (line: string) => Error,
): OauthSettings | undefined => {
  const clientId = values[`OAUTH_${name}_CLIENT_ID`];
  const clientSecret = values[`OAUTH_${name}_CLIENT_SECRET`];
  if ((clientId === undefined) !== (clientSecret === undefined)) {
    throw fail(`설정 OAUTH_${name}_CLIENT_ID와 OAUTH_${name}_CLIENT_SECRET은 함께 지정해야 합니다.`);
  }
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const adminKey = name === 'KAKAO' ? values.OAUTH_KAKAO_ADMIN_KEY : undefined;
  return { clientId, clientSecret, issuer: values[`OAUTH_${name}_ISSUER`], adminKey };
};

/** Throws what `fail` makes of a line when an id or a secret is alone. */
export const readOauth = (values: OauthVariables, fail: (line: string) => Error): AllOauthSettings => {
  const [kakao, naver, google] = [
    readProvider(values, 'KAKAO', fail),
    readProvider(values, 'NAVER', fail),
    readProvider(values, 'GOOGLE', fail),
  ];
  return { ...(kakao && { kakao }), ...(naver && { naver }), ...(google && { google }) };
};

export const configuredProviders = (settings: AllOauthSettings): Provider[] =>
  providers.filter((provider) => settings[provider] !== undefined);

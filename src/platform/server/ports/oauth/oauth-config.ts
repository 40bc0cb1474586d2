import * as z from 'zod/mini';
import type { Provider } from '../../../contract/social-providers.ts';

const INSECURE_LOCAL = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;
const ISSUER_MESSAGE = '`https://…` 또는 테스트용 `http://localhost:포트`여야 합니다.';

/** Without TLS only `localhost` and `127.0.0.1` are allowed, for test servers. */
export const issuerField = z.optional(
  z.string().check(
    z.overwrite((url) => url.replace(/\/$/, '')),
    z.refine((url) => INSECURE_LOCAL.test(url) || (url.startsWith('https://') && URL.canParse(url)), {
      error: ISSUER_MESSAGE,
    }),
  ),
);

export const isInsecureLocalUrl = (url: string): boolean => INSECURE_LOCAL.test(url);

export interface OauthClientConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  /** A test server that replaces the provider, including its profile and admin endpoints. */
  readonly issuer: string | undefined;
  /** Kakao's admin key for unlinking users; without it they stay linked at Kakao. */
  readonly adminKey?: string | undefined;
}

/** The configured providers. */
export type OauthConfigByProvider = Readonly<Partial<Record<Provider, OauthClientConfig>>>;

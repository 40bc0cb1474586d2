import * as z from 'zod/mini';
import { fetchProfile, postForm } from './fetch-bounded.ts';
import type { OauthClientConfig } from './oauth-config.ts';
import type { OauthProvider } from './oauth-provider.ts';
import { createOidcClient, LOGIN_TIMEOUT_MS } from './oidc-client.ts';

// Naver may report an error with status 200; then the result code differs or is missing.
const profileSchema = z.object({
  resultcode: z.literal('00'),
  response: z.object({ name: z.nullish(z.string()), nickname: z.nullish(z.string()) }),
});

/**
 * https://developers.naver.com/docs/login/devguide/devguide.md
 *
 * Uses Naver's OpenID Connect endpoints (`/oauth2/…`) by discovery: only they support PKCE and signed ID tokens. Discovery names no
 * revocation endpoint; the older `/oauth2.0/revoke` also revokes the tokens of these endpoints.
 */
export const createNaverProvider = (config: OauthClientConfig, redirectUri: string): OauthProvider => {
  const issuer = config.issuer ?? 'https://nid.naver.com';
  const api = config.issuer ?? 'https://openapi.naver.com';
  const oidc = createOidcClient({
    ...config,
    issuer,
    redirectUri,
    scope: 'openid profile',
    sendsStateForToken: true,
  });

  return {
    createAuthorizationUrl: oidc.begin,

    async exchangeCallback(returned, secrets) {
      const signal = AbortSignal.timeout(LOGIN_TIMEOUT_MS);
      const { subject, accessToken, refreshToken } = await oidc.exchange(returned, secrets, signal);
      const text = await fetchProfile(new URL('/v1/nid/me', api), accessToken, signal);
      const { name, nickname } = z.parse(profileSchema, JSON.parse(text)).response;
      return { subject, nickname: name ?? nickname ?? null, refreshToken };
    },

    async unlink({ refreshToken }) {
      if (refreshToken === null) return 'impossible';
      const form = {
        client_id: config.clientId,
        client_secret: config.clientSecret,
        token: refreshToken,
        token_type_hint: 'refresh_token',
      };
      const signal = AbortSignal.timeout(LOGIN_TIMEOUT_MS);
      const response = await postForm(new URL('/oauth2.0/revoke', issuer), form, {}, signal);
      return response?.status === 200 ? 'unlinked' : 'failed';
    },
  };
};

import * as z from 'zod/mini';
import { fetchProfile, postForm } from './fetch-bounded.ts';
import { parseLosslessJson } from './lossless-json.ts';
import type { OauthClientConfig } from './oauth-config.ts';
import type { OauthProvider } from './oauth-provider.ts';
import { createOidcClient, LOGIN_TIMEOUT_MS } from './oidc-client.ts';

const nicknameSchema = z.object({ nickname: z.nullish(z.string()) });

/**
 * https://developers.kakao.com/docs/latest/ko/kakaologin/rest-api#req-user-info: Kakao returns the nickname only with the user's
 * consent.
 */
const profileSchema = z.object({
  id: z.string(),
  kakao_account: z.nullish(z.object({ profile: z.nullish(nicknameSchema) })),
  properties: z.nullish(nicknameSchema),
});

/** Kakao's error code for a user who is not connected, usually because they have ended the connection. */
const NOT_CONNECTED_CODE = /"code" ?: ?-101\b/;

/** https://developers.kakao.com/docs/latest/ko/kakaologin/rest-api: OpenID Connect with comma-separated scopes. */
export const createKakaoProvider = (config: OauthClientConfig, redirectUri: string): OauthProvider => {
  const api = config.issuer ?? 'https://kapi.kakao.com';
  const oidc = createOidcClient({
    ...config,
    issuer: config.issuer ?? 'https://kauth.kakao.com',
    redirectUri,
    scope: 'openid,profile_nickname',
  });

  return {
    createAuthorizationUrl: oidc.begin,

    async exchangeCallback(returned, secrets) {
      const signal = AbortSignal.timeout(LOGIN_TIMEOUT_MS);
      const { subject, accessToken } = await oidc.exchange(returned, secrets, signal);
      const text = await fetchProfile(new URL('/v2/user/me', api), accessToken, signal);
      const { id, kakao_account: account, properties } = z.parse(profileSchema, parseLosslessJson(text));
      if (id !== subject) throw new Error('the profile is not of whom the ID token names');
      const nickname = account?.profile?.nickname ?? properties?.nickname ?? null;
      // No refresh token is kept: unlinking uses the user id and the admin key.
      return { subject, nickname, refreshToken: null };
    },

    async unlink({ subject }) {
      // Not `impossible`: the key may be configured before the next attempt.
      if (config.adminKey === undefined) return 'failed';
      const response = await postForm(
        new URL('/v1/user/unlink', api),
        { target_id_type: 'user_id', target_id: subject },
        { authorization: `KakaoAK ${config.adminKey}` },
        AbortSignal.timeout(LOGIN_TIMEOUT_MS),
      );
      if (response === null) return 'failed';
      return response.status === 200 || NOT_CONNECTED_CODE.test(response.text) ? 'unlinked' : 'failed';
    },
  };
};

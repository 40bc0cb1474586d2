import * as z from 'zod/mini';
import { fetchProfile, postForm } from './fetch-bounded.ts';
import type { OauthProvider } from './oauth.ts';
import { createOidcClient, LOGIN_TIMEOUT } from './oidc-client.ts';
import { parseExactNumbers } from './parse-exact-numbers.ts';
import type { OauthSettings } from './settings.ts';

const named = z.object({ nickname: z.nullish(z.string()) });

/** https://developers.kakao.com/docs/latest/ko/kakaologin/rest-api#req-user-info: all but `id` only with consent. */
const profile = z.object({
  id: z.string(),
  kakao_account: z.nullish(z.object({ profile: z.nullish(named) })),
  properties: z.nullish(named),
});

/** The code for someone who ended the connection at Kakao themselves. */
const NOT_CONNECTED = /"code" ?: ?-101\b/;

/** https://developers.kakao.com/docs/latest/ko/kakaologin/rest-api: OpenID Connect, with scopes between commas. */
export const createKakao = (settings: OauthSettings, redirectUri: string): OauthProvider => {
  const api = settings.issuer ?? 'https://kapi.kakao.com';
  const oidc = createOidcClient({
    ...settings,
    issuer: settings.issuer ?? 'https://kauth.kakao.com',
    redirectUri,
    scope: 'openid,profile_nickname',
  });

  return {
    begin: oidc.begin,

    async finish(returned, secrets) {
      const signal = AbortSignal.timeout(LOGIN_TIMEOUT);
      const { subject, accessToken } = await oidc.exchange(returned, secrets, signal);
      const text = await fetchProfile(new URL('/v2/user/me', api), accessToken, signal);
      const { id, kakao_account: account, properties } = z.parse(profile, parseExactNumbers(text));
      if (id !== subject) throw new Error('the profile is not of whom the ID token names');
      const nickname = account?.profile?.nickname ?? properties?.nickname ?? null;
      // Unlinking goes by the number and the admin key.
      return { subject, nickname, refreshToken: null };
    },

    async unlink({ subject }) {
      // It may be set by the next try.
      if (settings.adminKey === undefined) return 'failed';
      const answer = await postForm(
        new URL('/v1/user/unlink', api),
        { target_id_type: 'user_id', target_id: subject },
        { authorization: `KakaoAK ${settings.adminKey}` },
        AbortSignal.timeout(LOGIN_TIMEOUT),
      );
      if (answer === null) return 'failed';
      return answer.status === 200 || NOT_CONNECTED.test(answer.text) ? 'unlinked' : 'failed';
    },
  };
};

import type { Provider } from '../../../contract/social-providers.ts';
import { createGoogleProvider } from './google.ts';
import { createKakaoProvider } from './kakao.ts';
import { createNaverProvider } from './naver.ts';
import type { OauthConfigByProvider } from './oauth-config.ts';
import type { OauthProviders } from './oauth-provider.ts';

/** The callback URL that is registered with a provider. */
export const redirectUriOf = (publicUrl: string, provider: Provider): string =>
  `${publicUrl}/login/oauth2/code/${provider}`;

/** Creates the configured providers without sending a request. */
export const createOauthProviders = (
  { kakao, naver, google }: OauthConfigByProvider,
  publicUrl: string,
): OauthProviders => ({
  ...(kakao && { kakao: createKakaoProvider(kakao, redirectUriOf(publicUrl, 'kakao')) }),
  ...(naver && { naver: createNaverProvider(naver, redirectUriOf(publicUrl, 'naver')) }),
  ...(google && { google: createGoogleProvider(google, redirectUriOf(publicUrl, 'google')) }),
});

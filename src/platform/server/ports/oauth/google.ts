import { postForm } from './fetch-bounded.ts';
import type { OauthClientConfig } from './oauth-config.ts';
import type { OauthProvider } from './oauth-provider.ts';
import { createOidcClient, LOGIN_TIMEOUT_MS } from './oidc-client.ts';

/**
 * https://developers.google.com/identity/openid-connect/openid-connect
 *
 * `access_type=offline` returns a refresh token with the first consent. Revoking an access token that came without a refresh token
 * would return 200 but leave the account linked.
 */
export const createGoogleProvider = (config: OauthClientConfig, redirectUri: string): OauthProvider => {
  const oidc = createOidcClient({
    ...config,
    issuer: config.issuer ?? 'https://accounts.google.com',
    redirectUri,
    scope: 'openid profile',
    parameters: { access_type: 'offline' },
  });

  return {
    createAuthorizationUrl: oidc.begin,

    async exchangeCallback(returned, secrets) {
      const signal = AbortSignal.timeout(LOGIN_TIMEOUT_MS);
      const { subject, claims, refreshToken } = await oidc.exchange(returned, secrets, signal);
      const { name } = claims;
      return { subject, nickname: typeof name === 'string' ? name : null, refreshToken };
    },

    async unlink({ refreshToken }) {
      if (refreshToken === null) return 'impossible';
      const signal = AbortSignal.timeout(LOGIN_TIMEOUT_MS);
      const server = await oidc.findServer(signal).catch(() => null);
      if (server?.revocation_endpoint === undefined) return 'failed';
      const response = await postForm(
        new URL(server.revocation_endpoint),
        { token: refreshToken },
        {},
        signal,
      );
      // Google does not know the token, usually because the user has ended the connection. Trying again could not succeed.
      const isGone = response?.status === 400 && response.text.includes('"invalid_token"');
      return response?.status === 200 || isGone ? 'unlinked' : 'failed';
    },
  };
};

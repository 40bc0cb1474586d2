import * as oauth from 'oauth4webapi';
import { fetchBounded } from './fetch-bounded.ts';
import { isInsecureLocalUrl, type OauthClientConfig } from './oauth-config.ts';
import type { LoginSecrets } from './oauth-provider.ts';

/** Time limit for all requests of one step together: the redirect to the provider, its callback, or an unlink. */
export const LOGIN_TIMEOUT_MS = 5_000;
const METADATA_TTL_MS = 3_600_000;
const CLOCK_TOLERANCE_S = 30;

interface OidcConfig extends Pick<OauthClientConfig, 'clientId' | 'clientSecret'> {
  readonly issuer: string;
  /** Different for each provider, so that the response of one cannot be used at another. */
  readonly redirectUri: string;
  readonly scope: string;
  /** Further parameters of the authorization request. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The provider requires `state` in the token request as well. */
  readonly sendsStateForToken?: boolean;
}

/** The OpenID Connect flow of all three providers: discovery, PKCE, state, nonce, and a verified ID token. */
export const createOidcClient = (setup: OidcConfig) => {
  const client: oauth.Client = {
    client_id: setup.clientId,
    id_token_signed_response_alg: 'RS256',
    [oauth.clockTolerance]: CLOCK_TOLERANCE_S,
  };
  const authentication = oauth.ClientSecretPost(setup.clientSecret);
  const optionsOf = (signal: AbortSignal) => ({
    signal,
    [oauth.customFetch]: fetchBounded as typeof fetch,
    [oauth.allowInsecureRequests]: isInsecureLocalUrl(setup.issuer),
  });

  let metadata: { readonly server: Promise<oauth.AuthorizationServer>; readonly at: number } | null = null;

  const discover = async (signal: AbortSignal): Promise<oauth.AuthorizationServer> => {
    const issuer = new URL(setup.issuer);
    const response = await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...optionsOf(signal) });
    return oauth.processDiscoveryResponse(issuer, response);
  };

  /** The discovery document, cached for an hour; failures are not cached. */
  const findServer = (signal: AbortSignal): Promise<oauth.AuthorizationServer> => {
    const now = performance.now();
    if (metadata !== null && now - metadata.at < METADATA_TTL_MS) return metadata.server;
    const kept = { server: discover(signal), at: now };
    metadata = kept;
    kept.server.catch(() => {
      if (metadata === kept) metadata = null;
    });
    return kept.server;
  };

  return {
    findServer,

    begin: async ({ state, verifier, nonce }: LoginSecrets): Promise<URL> => {
      const server = await findServer(AbortSignal.timeout(LOGIN_TIMEOUT_MS));
      if (server.authorization_endpoint === undefined) throw new Error('no authorization endpoint');
      const url = new URL(server.authorization_endpoint);
      const parameters = {
        ...setup.parameters,
        response_type: 'code',
        client_id: setup.clientId,
        redirect_uri: setup.redirectUri,
        scope: setup.scope,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url;
    },

    /** `subject` is the `sub` of the verified ID token. */
    exchange: async (
      returned: URLSearchParams,
      { state, verifier, nonce }: LoginSecrets,
      signal: AbortSignal,
    ) => {
      const server = await findServer(signal);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        oauth.validateAuthResponse(server, client, returned, state),
        setup.redirectUri,
        verifier,
        {
          ...optionsOf(signal),
          ...(setup.sendsStateForToken === true ? { additionalParameters: { state } } : {}),
        },
      );
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
        expectedNonce: nonce,
        requireIdToken: true,
      });
      // Fetches the keys again after five minutes, or after one when the token names an unknown key.
      await oauth.validateApplicationLevelSignature(server, response, optionsOf(signal));
      const claims = oauth.getValidatedIdTokenClaims(tokens);
      if (claims === undefined) throw new Error('no ID token');
      return {
        subject: claims.sub,
        claims,
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token ?? null,
      };
    },
  };
};

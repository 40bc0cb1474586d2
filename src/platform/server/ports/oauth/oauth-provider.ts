import type { Provider } from '../../../contract/social-providers.ts';

/** The secrets of one login, generated together. */
export interface LoginSecrets {
  readonly state: string;
  /** The PKCE code verifier, 43 characters. */
  readonly verifier: string;
  readonly nonce: string;
}

/** The identity that a provider returned. */
export interface ProviderIdentity {
  /** The provider's user id, as exact text. */
  readonly subject: string;
  /** The name or nickname at the provider, not sanitized; null when absent. */
  readonly nickname: string | null;
  /** Used to unlink the account later; null when the provider needs or returned none. */
  readonly refreshToken: string | null;
}

/** `impossible`: no retry or setting can change the outcome. */
export type UnlinkOutcome = 'unlinked' | 'failed' | 'impossible';

/** A login provider. Each operation completes or fails within 5 s. */
export interface OauthProvider {
  /** Creates the URL to which the browser is redirected. Rejects without a usable discovery document of the provider. */
  createAuthorizationUrl(secrets: LoginSecrets): Promise<URL>;
  /** Exchanges the parameters of the callback URL for an identity. Rejects when a request or a check fails. */
  exchangeCallback(returned: URLSearchParams, secrets: LoginSecrets): Promise<ProviderIdentity>;
  /** Unlinks a user from the studio at the provider. Resolves to `failed` when no answer arrives. */
  unlink(left: Pick<ProviderIdentity, 'subject' | 'refreshToken'>): Promise<UnlinkOutcome>;
}

export type OauthProviders = Readonly<Partial<Record<Provider, OauthProvider>>>;

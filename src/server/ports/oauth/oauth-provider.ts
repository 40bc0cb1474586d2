import type { Provider } from '#contract/auth.ts';

/** What only the server and the provider know of one login; all three belong to one another. */
export interface LoginSecrets {
  readonly state: string;
  /** 43 characters, of PKCE. */
  readonly verifier: string;
  readonly nonce: string;
}

/** Who came back from a provider. */
export interface ProviderIdentity {
  /** The provider's own key of the person, as text and exactly. */
  readonly subject: string;
  /** What they call themselves there, unchecked; null when they do not say. */
  readonly nickname: string | null;
  /** By which the person can be unlinked later; null where it takes none, or none came. */
  readonly refreshToken: string | null;
}

/** What is left of someone who left. */
interface UnlinkTarget {
  readonly subject: string;
  readonly refreshToken: string | null;
}

/** `impossible`: no further try and no setting can change it. */
export type UnlinkOutcome = 'unlinked' | 'failed' | 'impossible';

/** One provider. All that it does ends within 5 s, or fails. */
export interface OauthProvider {
  /** Where the browser goes to log in. Fails when the provider cannot be reached. */
  createAuthorizationUrl(secrets: LoginSecrets): Promise<URL>;
  /** Exchanges what came back in the address. Fails on anything that is not as it must be. */
  exchangeCallback(returned: URLSearchParams, secrets: LoginSecrets): Promise<ProviderIdentity>;
  /** Ends the connection between the person and the studio at the provider. Does not fail. */
  unlink(left: UnlinkTarget): Promise<UnlinkOutcome>;
}

export type OauthProviders = Readonly<Partial<Record<Provider, OauthProvider>>>;

import type { Provider } from '#platform/contract/social-providers.ts';

interface ProviderTokenOwner {
  readonly provider: Provider;
  readonly subject: string;
}

/** For whom the token of a provider is encrypted: a token that was copied to another row cannot be decrypted. */
export const encryptedForIdentity = ({ provider, subject }: ProviderTokenOwner) =>
  ({ purpose: 'provider-token', owner: `${provider}|${subject}` }) as const;

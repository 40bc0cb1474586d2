import type { Provider } from '#contract/members/social-providers.ts';
import { deriveKey } from '#server/auth/derive-key.ts';
import { decryptText, encryptText } from '#server/auth/encrypt-text.ts';
import type { Deps } from '#server/deps.ts';

type KeyDeps = Pick<Deps, 'authSecret'>;

/** Bound to the ciphertext: a token copied to another row cannot be decrypted. */
interface ProviderTokenOwner {
  readonly provider: Provider;
  readonly subject: string;
}

const ownerOf = ({ provider, subject }: ProviderTokenOwner): string => `${provider}|${subject}`;

export const encryptProviderToken = (
  { authSecret }: KeyDeps,
  owner: ProviderTokenOwner,
  token: string,
): Buffer => encryptText(deriveKey(authSecret, 'provider-token'), ownerOf(owner), token);

/** Null when the token was encrypted with another key or for another owner, or is malformed. */
export const decryptProviderToken = (
  { authSecret }: KeyDeps,
  owner: ProviderTokenOwner,
  sealed: Buffer,
): string | null => decryptText(deriveKey(authSecret, 'provider-token'), ownerOf(owner), sealed);

import type { Provider } from '#platform/contract/social-providers.ts';
import { decryptText, encryptText } from '#platform/server/crypto/encrypt-text.ts';
import type { Deps } from '#platform/server/deps.ts';

type KeyDeps = Pick<Deps, 'authSecret'>;

interface ProviderTokenOwner {
  readonly provider: Provider;
  readonly subject: string;
}

/** Bound to the ciphertext: a token copied to another row cannot be decrypted. */
const encryptedFor = ({ provider, subject }: ProviderTokenOwner) =>
  ({ purpose: 'provider-token', owner: `${provider}|${subject}` }) as const;

export const encryptProviderToken = (deps: KeyDeps, owner: ProviderTokenOwner, token: string): Buffer =>
  encryptText(deps, encryptedFor(owner), token);

/** Null when the token was encrypted with another key or for another owner, or is malformed. */
export const decryptProviderToken = (
  deps: KeyDeps,
  owner: ProviderTokenOwner,
  sealed: Buffer,
): string | null => decryptText(deps, encryptedFor(owner), sealed);

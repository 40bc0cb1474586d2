import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Provider } from '#contract/auth.ts';
import { deriveKey } from '#server/auth/derive-key.ts';
import type { Deps } from '#server/deps.ts';

type KeyDeps = Pick<Deps, 'authSecret'>;

/** Bound to the ciphertext: a token copied to another row cannot be decrypted. */
interface ProviderTokenOwner {
  readonly provider: Provider;
  readonly subject: string;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const additionalDataOf = ({ provider, subject }: ProviderTokenOwner): Buffer =>
  Buffer.from(`${provider}|${subject}`);

/** Returns IV, authentication tag and ciphertext, concatenated. */
export const encryptProviderToken = (
  { authSecret }: KeyDeps,
  owner: ProviderTokenOwner,
  token: string,
): Buffer => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(authSecret, 'provider-token'), iv);
  cipher.setAAD(additionalDataOf(owner));
  const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
};

/** Null when the token was encrypted with another key or for another owner, or is malformed. */
export const decryptProviderToken = (
  { authSecret }: KeyDeps,
  owner: ProviderTokenOwner,
  sealed: Buffer,
): string | null => {
  try {
    const iv = sealed.subarray(0, IV_BYTES);
    const decipher = createDecipheriv(CIPHER, deriveKey(authSecret, 'provider-token'), iv, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(additionalDataOf(owner));
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = [decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
    return Buffer.concat(text).toString('utf8');
  } catch {
    return null;
  }
};

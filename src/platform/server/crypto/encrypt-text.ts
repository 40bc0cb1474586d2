import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { deriveKey, type KeyPurpose } from './derive-key.ts';

/** The purpose selects the key. A text can be decrypted only with the same purpose and owner. */
interface EncryptedFor {
  readonly purpose: KeyPurpose;
  readonly owner: string;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Returns IV, authentication tag and ciphertext, concatenated. */
export const encryptText = (
  { authSecret }: Pick<Deps, 'authSecret'>,
  { purpose, owner }: EncryptedFor,
  text: string,
): Buffer => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(authSecret, purpose), iv);
  cipher.setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
};

/** Null when the text was encrypted with another key or for another owner, or is malformed. */
export const decryptText = (
  { authSecret }: Pick<Deps, 'authSecret'>,
  { purpose, owner }: EncryptedFor,
  sealed: Buffer,
): string | null => {
  try {
    const [key, iv] = [deriveKey(authSecret, purpose), sealed.subarray(0, IV_BYTES)];
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner));
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = [decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
    return Buffer.concat(text).toString('utf8');
  } catch {
    return null;
  }
};

import { createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

export type KeyPurpose =
  | 'access-token'
  | 'refresh-successor'
  | 'verification-code'
  | 'known-device'
  | 'social-login'
  | 'provider-token'
  | 'reserved-login-id'
  | 'calendar-feed'
  | 'upload';

const known = new WeakMap<Uint8Array, Map<KeyPurpose, KeyObject>>();

/** One secret, one key for each purpose: what is made with one is worth nothing to another. */
export const deriveKey = (secret: Uint8Array, purpose: KeyPurpose): KeyObject => {
  const keys = known.get(secret) ?? new Map<KeyPurpose, KeyObject>();
  known.set(secret, keys);
  const key =
    keys.get(purpose) ??
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `sajingwan/${purpose}`, 32)));
  keys.set(purpose, key);
  return key;
};

import { createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { oncePer } from '#server/once-per.ts';

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

const keysOf = oncePer((_: Uint8Array) => new Map<KeyPurpose, KeyObject>());

/** One secret, one key for each purpose: what is made with one is worth nothing to another. */
export const deriveKey = (secret: Uint8Array, purpose: KeyPurpose): KeyObject => {
  const keys = keysOf(secret);
  const key =
    keys.get(purpose) ??
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `sajingwan/${purpose}`, 32)));
  keys.set(purpose, key);
  return key;
};

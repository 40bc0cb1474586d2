import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

export type KeyPurpose =
  | 'access-token'
  | 'refresh-successor'
  | 'verification-code'
  | 'recovery-claim'
  | 'guest-network'
  | 'known-device'
  | 'social-login'
  | 'provider-token'
  | 'totp'
  | 'reserved-login-id'
  | 'calendar-feed'
  | 'completed-request'
  | 'connection'
  | 'upload';

const derivedKeys = new WeakMap<Uint8Array, Map<KeyPurpose, KeyObject>>();

/** Derives a separate key per purpose from one secret, so that a value made for one purpose is not valid for another. Keys are cached. */
export const deriveKey = (secret: Uint8Array, purpose: KeyPurpose): KeyObject => {
  const keys = derivedKeys.get(secret) ?? new Map<KeyPurpose, KeyObject>();
  derivedKeys.set(secret, keys);
  const key =
    keys.get(purpose) ??
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `sajingwan/${purpose}`, 32)));
  keys.set(purpose, key);
  return key;
};

/** The HMAC-SHA256 of a text with the key of a purpose. */
export const hmac = (secret: Uint8Array, purpose: KeyPurpose, text: string): Buffer =>
  createHmac('sha256', deriveKey(secret, purpose)).update(text).digest();

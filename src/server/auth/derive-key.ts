import { createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

type KeyPurpose =
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
  | 'upload';

/** Derives a separate key per purpose from one secret, so that a value made for one purpose is not valid for another. */
export const deriveKey = (secret: Uint8Array, purpose: KeyPurpose): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `sajingwan/${purpose}`, 32)));

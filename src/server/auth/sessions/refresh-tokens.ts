import { createHash, createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from '#server/auth/derive-key.ts';

export const generateRefreshToken = (): string => randomBytes(32).toString('base64url');

export const hashRefreshToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Derives the successor from this token, a stored salt and the server's key, so that it can be issued again without being stored. */
export const deriveSuccessorToken = (secret: Uint8Array, token: string, salt: Buffer): string =>
  createHmac('sha256', deriveKey(secret, 'refresh-successor')).update(salt).update(token).digest('base64url');

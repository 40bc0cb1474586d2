import { createHash, createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from './derive-key.ts';

/** 256 random bits. */
export const drawRefreshToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. */
export const hashRefreshToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export const drawSuccessorSalt = (): Buffer => randomBytes(16);

/**
 * The token that follows on this one. Made from the token itself, which only its holder has, a stored salt and a key of
 * ours: so it can be given again without having been stored.
 */
export const deriveSuccessor = (secret: Uint8Array, token: string, salt: Buffer): string =>
  createHmac('sha256', deriveKey(secret, 'refresh-successor')).update(salt).update(token).digest('base64url');

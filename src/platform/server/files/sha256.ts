import { createHash } from 'node:crypto';

/** SHA-256 in lower-case hexadecimal. Text is hashed as UTF-8. */
export const sha256Hex = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

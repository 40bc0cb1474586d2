import { randomInt } from 'node:crypto';

// Excludes letters and digits that are easily confused; 16 characters give 79 bits.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 16;

export const generateTemporaryPassword = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

import { randomInt } from 'node:crypto';

// Without letters and digits that are easily confused; 79 bits in all.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 16;

export const generateTemporaryPassword = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

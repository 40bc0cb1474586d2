import { randomInt } from 'node:crypto';

/** Crockford's base 32, without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = 5;

const generateGroup = (): string =>
  Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Generates ten random characters that people type, such as `K7Q2M-9XH4T`: 2^50 possible codes. */
export const generateRandomCode = (): string => `${generateGroup()}-${generateGroup()}`;

/** Normalises a typed code or a part of it: full-width forms, case, hyphens, spaces, O to 0, I and L to 1. */
export const normalizeRandomCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

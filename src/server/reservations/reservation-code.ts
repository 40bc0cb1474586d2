import { randomInt } from 'node:crypto';

/** Crockford's base 32: no letter that is read as a digit, and no U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = 5;

const drawGroup = (): string =>
  Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Ten random characters in two groups, `K7Q2M-9XH4T`: 2^50 of them, so that none can be guessed from another. */
export const drawReservationCode = (): string => `${drawGroup()}-${drawGroup()}`;

/** A code, or a part of it, as people type and read it aloud: any case, hyphens, blanks, O for 0, I and L for 1. */
export const readReservationCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

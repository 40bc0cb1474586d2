import { describe, expect, it } from 'vitest';
import { generateRandomCode, normalizeRandomCode } from './random-code.ts';

describe('generateRandomCode', () => {
  it('S-054 a reservation code has two random groups of five Crockford base 32 characters', () => {
    const codes = Array.from({ length: 500 }, generateRandomCode);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(new Set(codes).size).toBe(500);
    expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32);
  });
});

describe('normalizeRandomCode', () => {
  it.each([
    ['K7Q2M-9XH4T', 'K7Q2M9XH4T'],
    ['k7q2m 9xh4t', 'K7Q2M9XH4T'],
    ['Ｋ７Ｑ２Ｍ－９ＸＨ４Ｔ', 'K7Q2M9XH4T'],
    ['k7q2m–9xh4t', 'K7Q2M9XH4T'],
    ['oOiIlL', '001111'],
    [' - ', ''],
  ])('reads %s as %s', (typed, code) => {
    expect(normalizeRandomCode(typed)).toBe(code);
  });
});

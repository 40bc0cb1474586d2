import { describe, expect, it } from 'vitest';
import { normalizeLoginId } from './normalize-login-id.ts';

describe('S-018 normalizeLoginId', () => {
  it.each([
    ['admin', 'ADMIN'],
    ['admin', 'ａｄｍｉｎ'],
    ['한글아이디', '한글아이디'.normalize('NFD')],
    ['strasse', 'straße'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['café', 'CAFE\u0301'],
  ])('is one for %s and %s', (one, other) => {
    expect(normalizeLoginId(one)).toBe(normalizeLoginId(other));
  });

  it('login ids with look-alike letters of another script stay different', () => {
    expect(normalizeLoginId('аdmin')).not.toBe(normalizeLoginId('admin'));
  });

  it.each(['admin', 'straße', 'İstanbul', '한글', 'ﬃ', 'ǅ'])(
    'normalizing the login id %s twice gives the same key',
    (loginId) => {
      const key = normalizeLoginId(loginId);
      expect(normalizeLoginId(key)).toBe(key);
    },
  );
});

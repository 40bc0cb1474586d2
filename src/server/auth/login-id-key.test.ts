import { describe, expect, it } from 'vitest';
import { toLoginIdKey } from './login-id-key.ts';

describe('S-018 the key of a login id', () => {
  it.each([
    ['admin', 'ADMIN'],
    ['admin', 'ａｄｍｉｎ'],
    ['한글아이디', '한글아이디'.normalize('NFD')],
    ['strasse', 'straße'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['café', 'CAFE\u0301'],
  ])('is one for %s and %s', (one, other) => {
    expect(toLoginIdKey(one)).toBe(toLoginIdKey(other));
  });

  it('keeps look-alikes of another script apart', () => {
    expect(toLoginIdKey('аdmin')).not.toBe(toLoginIdKey('admin'));
  });

  it.each(['admin', 'straße', 'İstanbul', '한글', 'ﬃ', 'ǅ'])('of the key of %s is itself', (loginId) => {
    const key = toLoginIdKey(loginId);
    expect(toLoginIdKey(key)).toBe(key);
  });
});

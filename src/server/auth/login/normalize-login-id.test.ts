import { describe, expect, it } from 'vitest';
import { normalizeLoginId } from './normalize-login-id.ts';

describe('S-018 the key of a login id', () => {
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

  it('keeps look-alikes of another script apart', () => {
    expect(normalizeLoginId('аdmin')).not.toBe(normalizeLoginId('admin'));
  });

  it.each(['admin', 'straße', 'İstanbul', '한글', 'ﬃ', 'ǅ'])('of the key of %s is itself', (loginId) => {
    const key = normalizeLoginId(loginId);
    expect(normalizeLoginId(key)).toBe(key);
  });
});

import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { loginId, fieldMessages, phoneNumber } from '#platform/contract/fields.ts';
import {
  emptyRegistration,
  hasMinLength,
  parseOrNull,
  registrationSchema,
  type RegistrationValues,
} from './registration-schema.ts';

const filled: RegistrationValues = {
  loginId: 'minsu',
  password: 'password1',
  confirmPassword: 'password1',
  name: '김민수',
  phoneNumber: '01012345678',
  agreements: { over14: true, terms: true, privacy: true },
};

const messagesOf = (change: Partial<RegistrationValues>): Record<string, string> => {
  const result = z.safeParse(registrationSchema, { ...filled, ...change });
  return Object.fromEntries(
    (result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );
};

describe('registrationSchema', () => {
  it('a complete registration is valid', () => {
    expect(messagesOf({})).toEqual({});
  });

  it.each<[string, Partial<RegistrationValues>, string]>([
    ['loginId', { loginId: 'abc' }, '아이디는 4~20자 사이여야 합니다.'],
    ['loginId', { loginId: 'a'.repeat(21) }, '아이디는 4~20자 사이여야 합니다.'],
    ['confirmPassword', { confirmPassword: 'password2' }, '비밀번호가 일치하지 않습니다.'],
    ['name', { name: ' ' }, fieldMessages.name],
    ['phoneNumber', { phoneNumber: '0101234567' }, fieldMessages.phone],
    [
      'agreements.terms',
      { agreements: { over14: true, terms: false, privacy: true } },
      fieldMessages.agreements,
    ],
  ])('a registration is rejected for its %s', (path, change, message) => {
    expect(messagesOf(change)).toEqual({ [path]: message });
  });

  it.each([['short12'], ['a'.repeat(17)]])(
    '@9-password a registration rejects a password of the wrong length: %s',
    (password) => {
      expect(messagesOf({ password, confirmPassword: password })).toEqual({
        password: '비밀번호는 8~16자 사이여야 합니다.',
      });
    },
  );

  it.each([['a'.repeat(8)], ['a'.repeat(16)]])(
    '@9-password a registration accepts the password %s',
    (password) => {
      expect(messagesOf({ password, confirmPassword: password })).toEqual({});
    },
  );

  it('differing passwords are reported along with other errors', () => {
    expect(messagesOf({ loginId: '', confirmPassword: 'x' })).toEqual({
      loginId: fieldMessages.loginIdLength,
      confirmPassword: fieldMessages.passwordMismatch,
    });
  });

  it('passwords are compared in normalized form', () => {
    const composed = '비밀번호는여덟자';
    expect(messagesOf({ password: composed, confirmPassword: composed.normalize('NFD') })).toEqual({});
  });
});

describe('hasMinLength', () => {
  it('a field has its minimum length at the shortest valid value', () => {
    expect(hasMinLength({ ...emptyRegistration, loginId: 'abc' }, 'loginId')).toBe(false);
    expect(hasMinLength({ ...emptyRegistration, loginId: 'abcd' }, 'loginId')).toBe(true);
  });

  it('the repeated password has its minimum length when it is as long as the first', () => {
    const values = { ...emptyRegistration, password: 'password1' };
    expect(hasMinLength({ ...values, confirmPassword: 'passwor' }, 'confirmPassword')).toBe(false);
    expect(hasMinLength({ ...values, confirmPassword: 'password2' }, 'confirmPassword')).toBe(true);
  });
});

describe('parseOrNull', () => {
  it('a valid value is returned as the server stores it', () => {
    expect(parseOrNull(phoneNumber, '010-1234-5678')).toBe('01012345678');
    expect(parseOrNull(loginId, 'ｍｉｎｓｕ')).toBe('minsu');
  });

  it('a value that the server would reject returns null', () => {
    expect(parseOrNull(phoneNumber, '0101234567')).toBeNull();
    expect(parseOrNull(loginId, 'abc')).toBeNull();
  });
});

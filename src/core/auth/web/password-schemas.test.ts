import { describe, expect, it } from 'vitest';
import { changePasswordSchema, resetPasswordSchema } from './password-schemas.ts';

const messagesOf = (result: {
  error?: { issues: readonly { path: PropertyKey[]; message: string }[] };
}): Record<string, string> =>
  Object.fromEntries((result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));

describe('resetPasswordSchema', () => {
  it.each([['네글자요'], ['1234'], ['a'.repeat(16)]])('@9-reset a password reset accepts %s', (password) => {
    expect(messagesOf(resetPasswordSchema.safeParse({ password, confirmPassword: password }))).toEqual({});
  });

  it('@9-reset a password reset requires four characters', () => {
    expect(
      messagesOf(resetPasswordSchema.safeParse({ password: '세글자', confirmPassword: '세글자' })),
    ).toEqual({
      password: '비밀번호는 4자 이상이어야 합니다.',
    });
  });

  it('a password reset compares both entries in normalized form', () => {
    const password = '비밀번호';
    const confirmPassword = password.normalize('NFD');
    expect(messagesOf(resetPasswordSchema.safeParse({ password, confirmPassword }))).toEqual({});
    expect(messagesOf(resetPasswordSchema.safeParse({ password, confirmPassword: '비밀번후' }))).toEqual({
      confirmPassword: '비밀번호가 일치하지 않습니다.',
    });
  });
});

describe('changePasswordSchema', () => {
  const filled = { oldPassword: '1234', newPassword: 'password1', confirmPassword: 'password1' };

  it('a password change accepts an old password as short as a reset allows', () => {
    expect(messagesOf(changePasswordSchema.safeParse(filled))).toEqual({});
  });

  it('a password change rejects entries that differ', () => {
    expect(messagesOf(changePasswordSchema.safeParse({ ...filled, confirmPassword: 'password2' }))).toEqual({
      confirmPassword: '새로운 비밀번호가 일치하지 않습니다.',
    });
  });

  it.each([['short12'], ['a'.repeat(17)]])(
    'a password change rejects a new password of the wrong length: %s',
    (password) => {
      const typed = { ...filled, newPassword: password, confirmPassword: password };
      expect(messagesOf(changePasswordSchema.safeParse(typed))).toEqual({
        newPassword: '비밀번호는 8~16자 사이여야 합니다.',
      });
    },
  );
});

import * as z from 'zod/mini';
import { submittedPassword, fieldMessages, newPassword, resetPassword } from '#platform/contract/fields.ts';

/** A new password typed again. */
export const confirmation = z.string().check(z.overwrite((value) => value.normalize('NFKC')));

export const passwordsMatch = z.refine<{ password: string; confirmPassword: string }>(
  ({ password, confirmPassword }) => password === confirmPassword,
  { path: ['confirmPassword'], error: fieldMessages.passwordMismatch },
);

export const resetPasswordSchema = z
  .object({ password: resetPassword, confirmPassword: confirmation })
  .check(passwordsMatch);

export const changePasswordSchema = z
  .object({ oldPassword: submittedPassword, newPassword, confirmPassword: confirmation })
  .check(
    z.refine(({ newPassword: chosen, confirmPassword }) => chosen === confirmPassword, {
      path: ['confirmPassword'],
      error: '새로운 비밀번호가 일치하지 않습니다.',
    }),
  );

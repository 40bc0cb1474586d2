import * as z from 'zod/mini';
import { givenPassword, messages, newPassword, resetPassword } from '#contract/fields.ts';

const repeated = z.string().check(z.overwrite((value) => value.normalize('NFKC')));

/** A new password for one that was forgotten. */
export const resetForm = z.object({ password: resetPassword, confirmPassword: repeated }).check(
  z.refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    error: messages.passwordMismatch,
  }),
);

/** A new password for one that is known. */
export const changeForm = z
  .object({ oldPassword: givenPassword, newPassword, confirmPassword: repeated })
  .check(
    z.refine(({ newPassword: chosen, confirmPassword }) => chosen === confirmPassword, {
      path: ['confirmPassword'],
      error: '새로운 비밀번호가 일치하지 않습니다.',
    }),
  );

import * as z from 'zod/mini';
import { fieldMessages, loginId, memberName, newPassword } from '#contract/fields.ts';

/** The form that creates the first admin. */
export const setupSchema = z
  .object({
    name: memberName,
    loginId,
    password: newPassword,
    confirmPassword: z.string().check(z.overwrite((value) => value.normalize('NFKC'))),
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      error: fieldMessages.passwordMismatch,
    }),
  );

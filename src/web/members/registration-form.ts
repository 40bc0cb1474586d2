import * as z from 'zod/mini';
import { loginId, messages, newPassword } from '#contract/fields.ts';
import { countCodePoints } from '#contract/plain-text.ts';
import { contactFields, contactLengths, emptyContact } from './contact-form.ts';

/** All that is asked for before the code is sent, judged as the server judges it. */
export const registrationForm = z
  .object({
    loginId,
    password: newPassword,
    confirmPassword: z.string().check(z.overwrite((value) => value.normalize('NFKC'))),
    ...contactFields,
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      error: messages.passwordMismatch,
    }),
  );

export type RegistrationValues = z.input<typeof registrationForm>;
export type Registration = z.output<typeof registrationForm>;
export type RegistrationField = Exclude<keyof RegistrationValues, 'agreements'>;

export const emptyRegistration: RegistrationValues = {
  loginId: '',
  password: '',
  confirmPassword: '',
  ...emptyContact,
};

const enoughCharacters = ({ password }: RegistrationValues): Record<RegistrationField, number> => ({
  loginId: 4,
  password: 8,
  confirmPassword: Math.max(1, countCodePoints(password)),
  ...contactLengths,
});

export const isTypedEnough = (values: RegistrationValues, field: RegistrationField): boolean =>
  countCodePoints(values[field]) >= enoughCharacters(values)[field];

/** The value as the server would take it; null while it would refuse it. */
export const readValid = (schema: typeof loginId, value: string): string | null =>
  z.safeParse(schema, value).data ?? null;

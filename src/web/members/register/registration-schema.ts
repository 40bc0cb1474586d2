import * as z from 'zod/mini';
import { loginId, fieldMessages, newPassword } from '#contract/fields.ts';
import { countCodePoints } from '#contract/text/text-validation.ts';
import {
  contactSchema,
  contactShape,
  contactMinLengths,
  emptyContact,
  type ContactValues,
} from './contact-schema.ts';

/** The fields filled in before the code is sent, validated like on the server. */
export const registrationSchema = z
  .object({
    loginId,
    password: newPassword,
    confirmPassword: z.string().check(z.overwrite((value) => value.normalize('NFKC'))),
    ...contactShape,
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      error: fieldMessages.passwordMismatch,
    }),
  );

export type RegistrationValues = z.input<typeof registrationSchema>;
export type Registration = z.output<typeof registrationSchema>;
export type RegistrationField = Exclude<keyof RegistrationValues, 'agreements'>;

/** The same for a form that shows the password on request instead of asking for it twice. */
export const unconfirmedRegistration = z.pipe(
  z.transform((values: RegistrationValues) => ({ ...values, confirmPassword: values.password })),
  registrationSchema,
);

/** The same after a social login, which has neither a login id nor a password. */
export const socialRegistration = z.pipe(
  z.transform((values: RegistrationValues): ContactValues => values),
  contactSchema,
);

export const emptyRegistration: RegistrationValues = {
  loginId: '',
  password: '',
  confirmPassword: '',
  ...emptyContact,
};

const minLengths = ({ password }: RegistrationValues): Record<RegistrationField, number> => ({
  loginId: 4,
  password: 8,
  confirmPassword: Math.max(1, countCodePoints(password)),
  ...contactMinLengths,
});

export const hasMinLength = (values: RegistrationValues, field: RegistrationField): boolean =>
  countCodePoints(values[field]) >= minLengths(values)[field];

/** The parsed value, or null when the server would reject it. */
export const parseOrNull = (schema: typeof loginId, value: string): string | null =>
  z.safeParse(schema, value).data ?? null;

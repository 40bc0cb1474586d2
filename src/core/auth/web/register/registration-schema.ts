import * as z from 'zod/mini';
import { fieldMessages, loginId, memberName, newPassword, phoneNumber } from '#platform/contract/fields.ts';
import { countCodePoints } from '#platform/contract/text/text-validation.ts';
import { confirmation, passwordsMatch } from '../password-schemas.ts';

const mustBeTrue = z.boolean().check(z.refine((value) => value, fieldMessages.agreements));

/** The fields that every signup form has, validated like on the server. */
const contactShape = {
  name: memberName,
  phoneNumber,
  agreements: z.object({ over14: mustBeTrue, terms: mustBeTrue, privacy: mustBeTrue }),
};
const contactSchema = z.object(contactShape);
type ContactValues = z.input<typeof contactSchema>;
export type Contact = z.output<typeof contactSchema>;

/** The same fields as a draft stores them, not validated. */
export const contactDraftShape = {
  name: z.string(),
  phoneNumber: z.string(),
  agreements: z.object({ over14: z.boolean(), terms: z.boolean(), privacy: z.boolean() }),
};

/** All consents, as a request states them. A signup form cannot be sent before all are given. */
export const allConsents = { all: true, over14: true, terms: true, privacy: true } as const;

/** The fields filled in before the code is sent, validated like on the server. */
export const registrationSchema = z
  .object({
    loginId,
    password: newPassword,
    confirmPassword: confirmation,
    ...contactShape,
  })
  .check(passwordsMatch);

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
  name: '',
  phoneNumber: '',
  agreements: { over14: false, terms: false, privacy: false },
};

/** The length in code points from which on a field shows its error, even before it was left. */
const minLengths = ({ password }: RegistrationValues): Record<RegistrationField, number> => ({
  loginId: 4,
  password: 8,
  confirmPassword: Math.max(1, countCodePoints(password)),
  name: 30,
  phoneNumber: 11,
});

export const hasMinLength = (values: RegistrationValues, field: RegistrationField): boolean =>
  countCodePoints(values[field]) >= minLengths(values)[field];

/** The parsed value, or null when it is invalid. */
export const parseOrNull = (schema: typeof loginId, value: string): string | null =>
  z.safeParse(schema, value).data ?? null;

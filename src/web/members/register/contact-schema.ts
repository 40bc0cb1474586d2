import * as z from 'zod/mini';
import { memberName, fieldMessages, phoneNumber } from '#contract/fields.ts';
import { countCodePoints } from '#contract/text-validation.ts';

const mustBeTrue = z.boolean().check(z.refine((value) => value, fieldMessages.agreements));

/** What every new member is asked for, whichever way they come; judged as the server judges it. */
export const contactShape = {
  name: memberName,
  phoneNumber,
  agreements: z.object({ over14: mustBeTrue, terms: mustBeTrue, privacy: mustBeTrue }),
};

export const contactSchema = z.object(contactShape);

export type ContactValues = z.input<typeof contactSchema>;
export type Contact = z.output<typeof contactSchema>;

export const emptyContact: ContactValues = {
  name: '',
  phoneNumber: '',
  agreements: { over14: false, terms: false, privacy: false },
};

/** A field is not found fault with while it is still being typed: from this length on it can be. */
export const contactMinLengths = { name: 30, phoneNumber: 11 } as const;

export type ContactField = keyof typeof contactMinLengths;

export const hasContactMinLength = (values: ContactValues, field: ContactField): boolean =>
  countCodePoints(values[field]) >= contactMinLengths[field];

/** All of them, as the calls take them: the form is complete only then. */
export const allConsents = { all: true, over14: true, terms: true, privacy: true } as const;

/** What a reload keeps of it. */
export const contactDraftShape = {
  name: z.string(),
  phoneNumber: z.string(),
  agreements: z.object({ over14: z.boolean(), terms: z.boolean(), privacy: z.boolean() }),
};

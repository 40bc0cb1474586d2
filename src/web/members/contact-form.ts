import * as z from 'zod/mini';
import { memberName, messages, phoneNumber } from '#contract/fields.ts';
import { countCodePoints } from '#contract/plain-text.ts';

const ticked = z.boolean().check(z.refine((value) => value, messages.agreements));

/** What every new member is asked for, whichever way they come; judged as the server judges it. */
export const contactFields = {
  name: memberName,
  phoneNumber,
  agreements: z.object({ over14: ticked, terms: ticked, privacy: ticked }),
};

export const contactForm = z.object(contactFields);

export type ContactValues = z.input<typeof contactForm>;
export type Contact = z.output<typeof contactForm>;

export const emptyContact: ContactValues = {
  name: '',
  phoneNumber: '',
  agreements: { over14: false, terms: false, privacy: false },
};

/** A field is not found fault with while it is still being typed: from this length on it can be. */
export const contactLengths = { name: 30, phoneNumber: 11 } as const;

export type ContactField = keyof typeof contactLengths;

export const isContactTypedEnough = (values: ContactValues, field: ContactField): boolean =>
  countCodePoints(values[field]) >= contactLengths[field];

/** All of them, as the calls take them: the form is complete only then. */
export const agreed = { all: true, over14: true, terms: true, privacy: true } as const;

/** What a reload keeps of it. */
export const typedContact = {
  name: z.string(),
  phoneNumber: z.string(),
  agreements: z.object({ over14: z.boolean(), terms: z.boolean(), privacy: z.boolean() }),
};

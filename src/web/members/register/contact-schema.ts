import * as z from 'zod/mini';
import { memberName, fieldMessages, phoneNumber } from '#contract/fields.ts';

const mustBeTrue = z.boolean().check(z.refine((value) => value, fieldMessages.agreements));

/** Fields of every new member, however they register. Validated like on the server. */
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

/** An error is shown while typing only from this length on. */
export const contactMinLengths = { name: 30, phoneNumber: 11 } as const;

/** All consents as the API requires them; a form without one is incomplete. */
export const allConsents = { all: true, over14: true, terms: true, privacy: true } as const;

/** The part of the fields that is stored in a draft. */
export const contactDraftShape = {
  name: z.string(),
  phoneNumber: z.string(),
  agreements: z.object({ over14: z.boolean(), terms: z.boolean(), privacy: z.boolean() }),
};

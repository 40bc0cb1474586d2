import * as z from 'zod/mini';
import { emptyContact, typedContact } from './contact-form.ts';
import { readJoinStart, sentCode } from './sent-code.ts';
import { memberTabDraft } from './tab-draft.ts';

export const socialExtraDraft = memberTabDraft(
  'social-extra',
  z.object({ ...typedContact, sent: z.nullable(sentCode) }),
);

/** `givenName` is the name that the provider gives: it fills the form where nothing was typed before. */
export const readSocialExtraStart = (givenName: string) =>
  readJoinStart(socialExtraDraft, { ...emptyContact, name: givenName });

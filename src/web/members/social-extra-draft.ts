import * as z from 'zod/mini';
import { emptyContact, typedContact } from './contact-form.ts';
import type { ContactValues } from './contact-form.ts';
import { keepAlive, sentCode } from './sent-code.ts';
import type { SentCode } from './sent-code.ts';
import { memberTabDraft } from './tab-draft.ts';

export const socialExtraDraft = memberTabDraft(
  'social-extra',
  z.object({ ...typedContact, sent: z.nullable(sentCode) }),
);

interface Start {
  readonly values: ContactValues;
  readonly sent: SentCode | null;
}

/** What the form begins with: what was typed before, else the name that the provider gives. */
export const readSocialExtraStart = (givenName: string): Start => {
  const kept = socialExtraDraft.read();
  if (kept === null) return { values: { ...emptyContact, name: givenName }, sent: null };
  const { sent, ...values } = kept;
  return { values, sent: keepAlive(sent) };
};

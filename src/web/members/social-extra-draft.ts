import * as z from 'zod/mini';
import { emptyContact, typedContact } from './contact-form.ts';
import type { ContactValues } from './contact-form.ts';
import { keepAlive, sentCode } from './sent-code.ts';
import type { SentCode } from './sent-code.ts';
import { tabDraft } from './tab-draft.ts';

export const socialExtraDraft = tabDraft(
  'social-extra',
  z.object({ givenName: z.string(), ...typedContact, sent: z.nullable(sentCode) }),
);

interface Start {
  readonly values: ContactValues;
  readonly sent: SentCode | null;
}

/** What the form begins with: what was typed before, else the name that the provider gives. Another's is not taken up. */
export const readSocialExtraStart = (givenName: string): Start => {
  const kept = socialExtraDraft.read();
  if (kept === null || kept.givenName !== givenName)
    return { values: { ...emptyContact, name: givenName }, sent: null };
  const { name, phoneNumber, agreements, sent } = kept;
  return { values: { name, phoneNumber, agreements }, sent: keepAlive(sent) };
};

import * as z from 'zod/mini';
import { typedContact } from './contact-form.ts';
import { emptyRegistration } from './registration-form.ts';
import type { RegistrationValues } from './registration-form.ts';
import { keepAlive, sentCode } from './sent-code.ts';
import type { SentCode } from './sent-code.ts';
import { tabDraft } from './tab-draft.ts';

export const registrationDraft = tabDraft(
  'registration',
  z.object({ loginId: z.string(), ...typedContact, sent: z.nullable(sentCode) }),
);

interface Start {
  readonly values: RegistrationValues;
  readonly sent: SentCode | null;
}

/** What the form begins with: what was typed before, and the code while it lives. */
export const readRegistrationStart = (): Start => {
  const kept = registrationDraft.read();
  if (kept === null) return { values: emptyRegistration, sent: null };
  const { sent, ...typed } = kept;
  return { values: { ...emptyRegistration, ...typed }, sent: keepAlive(sent) };
};

import * as z from 'zod/mini';
import { typedContact } from './contact-form.ts';
import { sentCode } from './sent-code.ts';
import { tabDraft } from './tab-draft.ts';

export const registrationDraft = tabDraft(
  'registration',
  z.object({ loginId: z.string(), ...typedContact, sent: z.nullable(sentCode) }),
);

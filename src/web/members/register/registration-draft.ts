import * as z from 'zod/mini';
import { contactDraftShape } from './contact-schema.ts';
import { issuedCode } from '#web/members/issued-code.ts';
import { sessionDraft } from '#web/shell/forms/draft-store.ts';

export const registrationDraft = sessionDraft(
  'registration',
  z.object({ loginId: z.string(), ...contactDraftShape, sent: z.nullable(issuedCode) }),
);

import * as z from 'zod/mini';
import { emptyContact, contactDraftShape } from './contact-schema.ts';
import { readSignupDraft, issuedCode } from '#web/members/issued-code.ts';
import { memberSessionDraft } from '#web/shell/forms/draft-store.ts';

export const socialProfileDraft = memberSessionDraft(
  'social-extra',
  z.object({ ...contactDraftShape, sent: z.nullable(issuedCode) }),
);

/** `providerName` is the provider's name of the member, the initial value of the name field without a draft. */
export const readSocialProfileDraft = (providerName: string) =>
  readSignupDraft(socialProfileDraft, { ...emptyContact, name: providerName });

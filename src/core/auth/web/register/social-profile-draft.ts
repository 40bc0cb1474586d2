import * as z from 'zod/mini';
import { memberDraft, memberSessionDraft } from '#platform/web/client/forms/draft-store.ts';
import { readSignupDraft, issuedCode } from '../issued-code.ts';
import { contactDraftShape, emptyRegistration } from './registration-schema.ts';

export const socialProfileDraft = memberSessionDraft(
  'social-extra',
  z.object({ ...contactDraftShape, sent: z.nullable(issuedCode) }),
);

/** The nickname at the provider: the first value of the name field without a draft, in all tabs. */
export const socialNickname = memberDraft('social-nickname', z.string());

export const readSocialProfileDraft = () =>
  readSignupDraft(socialProfileDraft, { ...emptyRegistration, name: socialNickname.read() ?? '' });

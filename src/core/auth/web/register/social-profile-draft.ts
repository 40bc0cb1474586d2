import * as z from 'zod/mini';
import { memberDraft, memberSessionDraft } from '#platform/web/client/forms/draft-store.ts';
import { readSignupDraft, issuedCode } from '../issued-code.ts';
import { contactDraftShape, emptyRegistration } from './registration-schema.ts';

export const socialProfileDraft = memberSessionDraft(
  'social-extra',
  z.object({ ...contactDraftShape, sent: z.nullable(issuedCode) }),
);

/** The name from the handoff URL, usually the nickname at the provider. It is the first value of the name field in tabs without a draft. */
export const socialNickname = memberDraft('social-nickname', z.string());

export const readSocialProfileDraft = () =>
  readSignupDraft(socialProfileDraft, { ...emptyRegistration, name: socialNickname.read() ?? '' });

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { memberEndpoints } from '#contract/members.ts';
import { ApiError } from '#web/api/api.ts';
import { useApiMutation } from '#web/api/mutations.ts';
import { invalidateQueries } from '#web/api/queries.ts';
import { consumeReturnPath } from '#web/auth/redirect-after-login.ts';
import { readSession, writeSession } from '#web/auth/session.ts';
import { showAlert } from '#web/shell/alert.tsx';
import {
  allConsents,
  contactSchema,
  hasContactMinLength,
  type Contact,
  type ContactField,
  type ContactValues,
} from './contact-schema.ts';
import { registerSignupField } from './signup-field.ts';
import { readSocialProfileDraft, socialNickname, socialProfileDraft } from './social-profile-draft.ts';
import { useSignupCode } from './use-signup-code.ts';
import { useValuesChange } from '#web/shell/forms/use-values-change.ts';

/** The second half of a social signup: fields that the provider does not return. */
export const useSocialProfile = () => {
  const navigate = useNavigate();
  const [draft] = useState(readSocialProfileDraft);
  const form = useForm<ContactValues, unknown, Contact>({
    mode: 'onChange',
    defaultValues: draft.values,
    resolver: standardSchemaResolver(contactSchema),
  });
  const values = form.watch();
  const join = useSignupCode(values.phoneNumber, form.formState.errors, draft.sent, (sentNow) =>
    socialProfileDraft.save({ ...form.getValues(), sent: sentNow }),
  );
  const { lastSent, sent } = join;
  useValuesChange(form.subscribe, (typed) => socialProfileDraft.save({ ...typed, sent: lastSent }));
  const registerMutation = useApiMutation(memberEndpoints.completeSocialProfile);

  const alertAndContinue = async (message: string): Promise<void> => {
    socialProfileDraft.clear();
    socialNickname.clear();
    if (await showAlert(message)) await navigate(consumeReturnPath(), { replace: true });
    await invalidateQueries(memberEndpoints.profile);
  };

  const completeProfile = async (contact: Contact): Promise<void> => {
    join.setFailure(null);
    try {
      await registerMutation.mutateAsync({ body: { ...contact, code: join.code, agreements: allConsents } });
    } catch (error) {
      // The profile was completed in another tab meanwhile.
      if (error instanceof ApiError && error.code === 'EXTRA_ALREADY_GIVEN')
        return alertAndContinue(error.message);
      return join.fail(error, '추가 정보 업데이트에 실패했습니다.');
    }
    const session = readSession();
    if (session !== null) writeSession({ ...session, name: contact.name });
    await alertAndContinue('회원가입이 완료되었습니다.');
  };

  return {
    field: (name: ContactField) =>
      registerSignupField(form, name, { values, hasMinLength: hasContactMinLength(values, name) }),
    agreements: values.agreements,
    agree: (agreements: ContactValues['agreements']): void =>
      form.setValue('agreements', agreements, { shouldValidate: true }),
    join,
    canSubmit: form.formState.isValid && join.isReady,
    isJoining: registerMutation.isPending,
    submit: form.handleSubmit((contact) =>
      sent === null ? join.sendCode(contact.phoneNumber) : completeProfile(contact),
    ),
  };
};

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { memberEndpoints } from '#contract/members.ts';
import { ApiError } from '#web/api/api.ts';
import { useApiMutation } from '#web/api/mutations.ts';
import { invalidateQueries } from '#web/api/queries.ts';
import { takeReturn } from '#web/auth/return-to.ts';
import { readSession, writeSession } from '#web/auth/session.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { agreed, contactForm, isContactTypedEnough } from './contact-form.ts';
import type { Contact, ContactField, ContactValues } from './contact-form.ts';
import { joinField } from './join-field.ts';
import { readSocialExtraStart, socialExtraDraft } from './social-extra-draft.ts';
import { useJoinCode } from './use-join-code.ts';
import { useValuesChange } from './use-values-change.ts';

/** The second half of joining by a provider: what the provider does not tell. `givenName` is what it calls the member. */
export const useSocialExtra = (givenName: string) => {
  const navigate = useNavigate();
  const [draft] = useState(() => readSocialExtraStart(givenName));
  const form = useForm<ContactValues, unknown, Contact>({
    mode: 'onChange',
    defaultValues: draft.values,
    resolver: standardSchemaResolver(contactForm),
  });
  const values = form.watch();
  const join = useJoinCode(values.phoneNumber, draft.sent, (sentNow) =>
    socialExtraDraft.keep({ ...form.getValues(), sent: sentNow }),
  );
  const { lastSent, sent } = join;
  useValuesChange(form.subscribe, (typed) => socialExtraDraft.keep({ ...typed, sent: lastSent }));
  const joining = useApiMutation(memberEndpoints.updateExtra);

  const goOn = async (said: string): Promise<void> => {
    socialExtraDraft.drop();
    if (await showAlert(said)) await navigate(takeReturn(), { replace: true });
    await invalidateQueries(memberEndpoints.profile);
  };

  const give = async (contact: Contact): Promise<void> => {
    join.setFailure(null);
    try {
      await joining.mutateAsync({ body: { ...contact, code: join.code, agreements: agreed } });
    } catch (error) {
      // Given in another tab meanwhile.
      if (error instanceof ApiError && error.code === 'EXTRA_ALREADY_GIVEN') return goOn(error.message);
      return join.fail(error, '추가 정보 업데이트에 실패했습니다.');
    }
    const session = readSession();
    if (session !== null) writeSession({ ...session, name: contact.name });
    await goOn('회원가입이 완료되었습니다.');
  };

  return {
    field: (name: ContactField) =>
      joinField(form, name, { values, isTypedEnough: isContactTypedEnough(values, name) }),
    agreements: values.agreements,
    agree: (agreements: ContactValues['agreements']): void =>
      form.setValue('agreements', agreements, { shouldValidate: true }),
    join,
    canSubmit: form.formState.isValid && join.isReady,
    isJoining: joining.isPending,
    submit: form.handleSubmit((contact) =>
      sent === null ? join.sendCode(contact.phoneNumber) : give(contact),
    ),
  };
};

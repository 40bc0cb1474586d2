import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { loginId } from '#contract/fields.ts';
import { memberEndpoints } from '#contract/members.ts';
import { ApiError } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useApiMutation } from '#web/api/mutations.ts';
import { paths } from '#web/paths.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { agreed } from './contact-form.ts';
import { joinField } from './join-field.ts';
import { registrationDraft } from './registration-draft.ts';
import { emptyRegistration, isTypedEnough, readValid, registrationForm } from './registration-form.ts';
import type { Registration, RegistrationField, RegistrationValues } from './registration-form.ts';
import { readJoinStart } from './sent-code.ts';
import type { SentCode } from './sent-code.ts';
import { allowsSubmit, useAvailability } from './use-availability.ts';
import type { AvailabilityCheck } from './use-availability.ts';
import { useJoinCode } from './use-join-code.ts';
import { useValuesChange } from './use-values-change.ts';

const checkLoginId: AvailabilityCheck = (typed, signal) =>
  browserApi.call(memberEndpoints.checkId, { query: { loginId: typed } }, { signal });

/** The passwords are not kept. */
const keep = (
  { loginId: typedId, name, phoneNumber, agreements }: RegistrationValues,
  sent: SentCode | null,
) => registrationDraft.keep({ loginId: typedId, name, phoneNumber, agreements, sent });

export const useRegistration = () => {
  const navigate = useNavigate();
  const [draft] = useState(() => readJoinStart(registrationDraft, emptyRegistration));
  const form = useForm<RegistrationValues, unknown, Registration>({
    mode: 'onChange',
    defaultValues: draft.values,
    resolver: standardSchemaResolver(registrationForm),
  });
  const values = form.watch();
  const loginIdCheck = useAvailability(readValid(loginId, values.loginId), checkLoginId);
  const join = useJoinCode(values.phoneNumber, draft.sent, (sentNow) => keep(form.getValues(), sentNow));
  const { lastSent, sent } = join;
  useValuesChange(form.subscribe, (typed) => keep(typed, lastSent));
  const joining = useApiMutation(memberEndpoints.register);

  const register = async (registration: Registration): Promise<void> => {
    join.setFailure(null);
    try {
      await joining.mutateAsync({ body: { ...registration, code: join.code, agreements: agreed } });
      registrationDraft.drop();
      if (await showAlert('회원가입이 완료되었습니다.')) await navigate(paths.login(), { replace: true });
    } catch (error) {
      join.fail(error, '회원가입에 실패했습니다.');
      if (error instanceof ApiError && error.code === 'LOGIN_ID_TAKEN') loginIdCheck.checkAgain();
    }
  };

  return {
    field: (name: RegistrationField, deps?: RegistrationField[]) =>
      joinField(form, name, { values, isTypedEnough: isTypedEnough(values, name), deps }),
    agreements: values.agreements,
    agree: (agreements: RegistrationValues['agreements']): void =>
      form.setValue('agreements', agreements, { shouldValidate: true }),
    loginIdCheck,
    join,
    canSubmit: form.formState.isValid && allowsSubmit(loginIdCheck.state, sent !== null) && join.isReady,
    isJoining: joining.isPending,
    submit: form.handleSubmit((registration) =>
      sent === null ? join.sendCode(registration.phoneNumber) : register(registration),
    ),
  };
};

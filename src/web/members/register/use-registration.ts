import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { loginId } from '#contract/fields.ts';
import { memberEndpoints } from '#contract/members.ts';
import { ApiError } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useApiMutation } from '#web/api/mutations.ts';
import { allConsents } from './contact-schema.ts';
import { registerSignupField } from './signup-field.ts';
import { registrationDraft } from './registration-draft.ts';
import {
  emptyRegistration,
  hasMinLength,
  parseOrNull,
  type Registration,
  type RegistrationField,
  type registrationSchema,
  type RegistrationValues,
  type unconfirmedRegistration,
} from './registration-schema.ts';
import { readSignupDraft, type IssuedCode } from '#web/members/issued-code.ts';
import { allowsSubmit, useAvailabilityCheck, type AvailabilityRequest } from './use-availability-check.ts';
import { useSignupCode } from './use-signup-code.ts';
import { useValuesChange } from '#web/shell/forms/use-values-change.ts';

const checkLoginId: AvailabilityRequest = (typed, signal) =>
  browserApi.call(memberEndpoints.checkId, { query: { loginId: typed } }, { signal });

/** Stores all fields but the passwords. */
const saveDraft = (
  { loginId: typedId, name, phoneNumber, agreements }: RegistrationValues,
  sent: IssuedCode | null,
) => registrationDraft.save({ loginId: typedId, name, phoneNumber, agreements, sent });

interface RegistrationOptions {
  /** Checks the fields of the form. */
  readonly schema: typeof registrationSchema | typeof unconfirmedRegistration;
  /** Called once the member is registered. Not logged in. */
  readonly onRegistered: (registration: Registration) => Promise<void>;
}

export const useRegistration = ({ schema, onRegistered }: RegistrationOptions) => {
  const [draft] = useState(() => readSignupDraft(registrationDraft, emptyRegistration));
  const form = useForm<RegistrationValues, unknown, Registration>({
    mode: 'onChange',
    defaultValues: draft.values,
    resolver: standardSchemaResolver(schema),
  });
  const values = form.watch();
  const loginIdCheck = useAvailabilityCheck(parseOrNull(loginId, values.loginId), checkLoginId);
  const join = useSignupCode(values.phoneNumber, form.formState.errors, draft.sent, (sentNow) =>
    saveDraft(form.getValues(), sentNow),
  );
  const { lastSent, sent } = join;
  useValuesChange(form.subscribe, (typed) => saveDraft(typed, lastSent));
  const registerMutation = useApiMutation(memberEndpoints.register);

  const register = async (registration: Registration): Promise<void> => {
    join.setFailure(null);
    try {
      await registerMutation.mutateAsync({
        body: { ...registration, code: join.code, agreements: allConsents },
      });
    } catch (error) {
      join.fail(error, '회원가입에 실패했습니다.');
      if (error instanceof ApiError && error.code === 'LOGIN_ID_TAKEN') loginIdCheck.retry();
      return;
    }
    registrationDraft.clear();
    await onRegistered(registration);
  };

  return {
    field: (name: RegistrationField, deps?: RegistrationField[]) =>
      registerSignupField(form, name, { values, hasMinLength: hasMinLength(values, name), deps }),
    agreements: values.agreements,
    agree: (agreements: RegistrationValues['agreements']): void =>
      form.setValue('agreements', agreements, { shouldValidate: true }),
    loginIdCheck,
    join,
    canSubmit: form.formState.isValid && allowsSubmit(loginIdCheck.state, sent !== null) && join.isReady,
    isJoining: registerMutation.isPending,
    submit: form.handleSubmit((registration) =>
      sent === null ? join.sendCode(registration.phoneNumber) : register(registration),
    ),
  };
};

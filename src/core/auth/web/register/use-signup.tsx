import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { loginId, phoneNumber, verificationCode } from '#platform/contract/fields.ts';
import { ApiError } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { useValuesChange } from '#platform/web/client/forms/use-values-change.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { memberEndpoints } from '../../contract/members.ts';
import type { IssuedCode } from '../issued-code.ts';
import { useSmsCode } from '../use-sms-code.ts';
import {
  hasMinLength,
  parseOrNull,
  type Contact,
  type RegistrationField,
  type RegistrationValues,
} from './registration-schema.ts';
import {
  allowsSubmit,
  useAvailabilityCheck,
  type AvailabilityRequest,
  type AvailabilityResult,
} from './use-availability-check.ts';

const checkLoginId: AvailabilityRequest = (typed, signal) =>
  browserApi.call(memberEndpoints.checkId, { query: { loginId: typed } }, { signal });

const checkPhone: AvailabilityRequest = (phone, signal) =>
  browserApi.call(memberEndpoints.checkPhone, { query: { phoneNumber: phone } }, { signal });

interface SignupOptions<Output extends Contact, Result> {
  /** Checks the fields of the form. Fields that a form does not show stay empty. */
  readonly schema: z.ZodMiniType<Output, RegistrationValues>;
  readonly readDraft: () => { readonly values: RegistrationValues; readonly sent: IssuedCode | null };
  /** Stores the fields, without passwords, and the last issued code, whatever phone number it is for. */
  readonly saveDraft: (values: RegistrationValues, sent: IssuedCode | null) => void;
  /** Registers the member. A failure is usually an `ApiError`. */
  readonly register: (output: Output, code: string) => Promise<Result>;
  readonly availablePhoneText?: string;
  readonly onRegistered: (output: Output, result: Result) => Promise<void>;
}

/**
 * The form of a new member: sends a code to an unregistered phone, then registers with the code. Changing the phone number
 * returns to the first step.
 */
export const useSignup = <Output extends Contact, Result>(options: SignupOptions<Output, Result>) => {
  const { schema, readDraft, saveDraft, register, availablePhoneText, onRegistered } = options;
  const [draft] = useState(readDraft);
  const form = useForm<RegistrationValues, unknown, Output>({
    mode: 'onChange',
    defaultValues: draft.values,
    resolver: standardSchemaResolver(schema),
  });
  const values = form.watch();
  const loginIdCheck = useAvailabilityCheck(
    parseOrNull(loginId, values.loginId),
    checkLoginId,
    '아이디 확인 중 오류 발생',
  );
  const phone = parseOrNull(phoneNumber, values.phoneNumber);
  const phoneCheck = useAvailabilityCheck(phone, checkPhone, '전화번호 확인 중 오류가 발생했습니다.');
  const smsCode = useSmsCode({
    start: draft.sent,
    errors: form.formState.errors,
    onFailure: (error) => {
      if (!(error instanceof ApiError)) return;
      // Checks a taken login id or phone number again, so that its field shows the error too.
      if (error.code === 'LOGIN_ID_TAKEN') loginIdCheck.retry();
      if (error.code === 'PHONE_TAKEN') phoneCheck.retry();
      if (error.code === 'CODE_WRONG') smsCode.selectCode();
    },
  });
  useValuesChange(form.subscribe, (typed) => saveDraft(typed, smsCode.sent));
  const sent = smsCode.sent?.phoneNumber === phone ? smsCode.sent : null;
  const hasCode = sent !== null;
  const checks: Partial<Record<RegistrationField, AvailabilityResult & { readonly available?: string }>> = {
    loginId: { ...loginIdCheck, available: '사용 가능한 아이디입니다.' },
    phoneNumber: { ...phoneCheck, available: availablePhoneText },
  };

  const sendCode = async (to: string): Promise<void> => {
    const request = () => browserApi.call(memberEndpoints.sendCode, { query: { phoneNumber: to } });
    const sentNow = await smsCode.send(to, request);
    if (sentNow !== null) saveDraft(form.getValues(), sentNow);
  };

  /**
   * Properties for a `TextField`. An error is shown once the input is long enough, the field was left or the form was submitted.
   * Without an error, the field says whether the value is free. The fields in `deps` are validated along with this one.
   */
  const field = (name: RegistrationField, deps: RegistrationField[] = []) => {
    const { error, isTouched } = form.getFieldState(name, form.formState);
    const isShown = isTouched || hasMinLength(values, name) || form.formState.isSubmitted;
    const check = checks[name];
    return {
      ...form.register(name, {
        deps,
        // A password manager may fill the field without an event.
        onBlur: () => {
          if (form.getValues(name) !== values[name]) void form.trigger([name, ...deps]);
        },
      }),
      error: (isShown ? error?.message : undefined) ?? check?.error,
      success: check?.state === 'available' ? check.available : undefined,
      suffix: check?.state === 'failed' && (
        <Button variant="secondary" onClick={check.retry}>
          다시 확인
        </Button>
      ),
    };
  };

  return {
    field,
    agreements: values.agreements,
    agree: (agreements: RegistrationValues['agreements']): void =>
      form.setValue('agreements', agreements, { shouldValidate: true }),
    smsCode: { ...smsCode, sent },
    sendAgain: (): void => {
      if (sent !== null) void sendCode(sent.phoneNumber);
    },
    canSubmit:
      form.formState.isValid &&
      allowsSubmit(loginIdCheck.state, hasCode) &&
      allowsSubmit(phoneCheck.state, hasCode) &&
      (!hasCode || z.safeParse(verificationCode, smsCode.code).success),
    submit: form.handleSubmit(async (output) => {
      if (!hasCode) return sendCode(output.phoneNumber);
      const result = await smsCode.use(() => register(output, smsCode.code));
      if (result !== null) await onRegistered(output, result);
    }),
  };
};

export type Signup = ReturnType<typeof useSignup>;

import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldErrors } from 'react-hook-form';
import * as z from 'zod/mini';
import { phoneNumber, verificationCode } from '#contract/fields.ts';
import { memberEndpoints } from '#contract/members.ts';
import { ApiError, messageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useApiMutation } from '#web/api/mutations.ts';
import { parseOrNull } from './registration-schema.ts';
import { toIssuedCode, type IssuedCode } from '#web/members/issued-code.ts';
import { useSubmitFailure } from '#web/shell/forms/use-submit-failure.ts';
import { allowsSubmit, useAvailabilityCheck, type AvailabilityRequest } from './use-availability-check.ts';

const checkPhone: AvailabilityRequest = (phone, signal) =>
  browserApi.call(memberEndpoints.checkPhone, { query: { phoneNumber: phone } }, { signal });

/**
 * The two steps of a signup: sends a code to an unregistered phone, then accepts the code. Changing the phone number returns to
 * the first step. `onSent` is called with each issued code.
 */
export const useSignupCode = (
  typedPhone: string,
  errors: FieldErrors,
  start: IssuedCode | null,
  onSent: (sent: IssuedCode) => void,
) => {
  const phone = parseOrNull(phoneNumber, typedPhone);
  const phoneCheck = useAvailabilityCheck(phone, checkPhone);
  const [lastSent, setLastSent] = useState(start);
  const sent = lastSent !== null && lastSent.phoneNumber === phone ? lastSent : null;
  const [code, setCode] = useState('');
  const codeRef = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useSubmitFailure(errors);
  const sending = useApiMutation(memberEndpoints.sendCode);

  const fail = (error: unknown, fallback: string): void => {
    setFailure(messageOf(error, fallback));
    if (!(error instanceof ApiError)) return;
    // The number was registered meanwhile: rechecks it so that the field shows it too.
    if (error.code === 'PHONE_TAKEN') phoneCheck.retry();
    if (error.code === 'CODE_WRONG') codeRef.current?.select();
  };

  const sendCode = async (to: string): Promise<void> => {
    setFailure(null);
    try {
      const sentNow = toIssuedCode(to, await sending.mutateAsync({ query: { phoneNumber: to } }));
      flushSync(() => {
        setCode('');
        setLastSent(sentNow);
      });
      onSent(sentNow);
      codeRef.current?.focus();
    } catch (error) {
      fail(error, '인증번호 전송에 실패했습니다.');
    }
  };

  return {
    phoneCheck,
    /** The last issued code, for whichever phone number; stored in the draft. */
    lastSent,
    /** The issued code for the current phone number; null in the first step. */
    sent,
    code,
    setCode,
    codeRef,
    failure,
    setFailure,
    fail,
    sendCode,
    sendAgain: (): void => {
      if (sent !== null) void sendCode(sent.phoneNumber);
    },
    isSending: sending.isPending,
    /** True when the phone check and, in the second step, the code allow the form to be submitted. */
    isReady:
      allowsSubmit(phoneCheck.state, sent !== null) &&
      (sent === null || z.safeParse(verificationCode, code).success),
  };
};

export type SignupCode = ReturnType<typeof useSignupCode>;

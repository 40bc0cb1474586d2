import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import { phoneNumber, verificationCode } from '#contract/fields.ts';
import { memberEndpoints } from '#contract/members.ts';
import { ApiError, messageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useApiMutation } from '#web/api/mutations.ts';
import { parseOrNull } from './registration-schema.ts';
import { toIssuedCode } from '#web/members/issued-code.ts';
import type { IssuedCode } from '#web/members/issued-code.ts';
import { allowsSubmit, useAvailabilityCheck } from './use-availability-check.ts';
import type { AvailabilityRequest } from './use-availability-check.ts';

const checkPhone: AvailabilityRequest = (phone, signal) =>
  browserApi.call(memberEndpoints.checkPhone, { query: { phoneNumber: phone } }, { signal });

/**
 * The two steps of joining: a code is sent to a free phone, then it is typed. Another phone number leads back to the first.
 * `onSent` is called with each code that was sent.
 */
export const useSignupCode = (
  typedPhone: string,
  start: IssuedCode | null,
  onSent: (sent: IssuedCode) => void,
) => {
  const phone = parseOrNull(phoneNumber, typedPhone);
  const phoneCheck = useAvailabilityCheck(phone, checkPhone);
  const [lastSent, setLastSent] = useState(start);
  const sent = lastSent !== null && lastSent.phoneNumber === phone ? lastSent : null;
  const [code, setCode] = useState('');
  const codeRef = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const sending = useApiMutation(memberEndpoints.sendCode);

  const fail = (error: unknown, fallback: string): void => {
    setFailure(messageOf(error, fallback));
    if (!(error instanceof ApiError)) return;
    // Someone else was faster: the field says so too.
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
    /** Whichever phone it went to: worth keeping over a reload. */
    lastSent,
    /** The code on its way to this phone; null in the first step. */
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
    /** Whether the check of the phone and, in the second step, the code let the form be sent. */
    isReady:
      allowsSubmit(phoneCheck.state, sent !== null) &&
      (sent === null || z.safeParse(verificationCode, code).success),
  };
};

export type SignupCode = ReturnType<typeof useSignupCode>;

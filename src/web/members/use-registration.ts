import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { loginId, phoneNumber, verificationCode } from '#contract/fields.ts';
import { memberEndpoints } from '#contract/members.ts';
import { ApiError, messageOf } from '#web/api/api.ts';
import { useApiMutation } from '#web/api/queries.tsx';
import { paths } from '#web/paths.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { checkLoginId, checkPhone } from './availability-checks.ts';
import { readRegistrationStart, registrationDraft } from './registration-draft.ts';
import { readValid, registrationForm } from './registration-form.ts';
import type { Registration, RegistrationValues } from './registration-form.ts';
import { startCode } from './sent-code.ts';
import { useAvailability } from './use-availability.ts';

const agreed = { all: true, over14: true, terms: true, privacy: true } as const;

/** The two steps of joining: ask for a code, then join with it. Another phone number leads back to the first. */
export const useRegistration = () => {
  const navigate = useNavigate();
  const [draft] = useState(readRegistrationStart);
  const form = useForm<RegistrationValues, unknown, Registration>({
    defaultValues: draft.values,
    resolver: standardSchemaResolver(registrationForm),
    mode: 'onChange',
  });
  const values = form.watch();
  const loginIdCheck = useAvailability(readValid(loginId, values.loginId), checkLoginId);
  const phone = readValid(phoneNumber, values.phoneNumber);
  const phoneCheck = useAvailability(phone, checkPhone);

  const [lastSent, setLastSent] = useState(draft.sent);
  const sent = lastSent !== null && lastSent.phoneNumber === phone ? lastSent : null;
  const [code, setCode] = useState('');
  const codeRef = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const sending = useApiMutation(memberEndpoints.sendCode);
  const joining = useApiMutation(memberEndpoints.register);

  const { loginId: typedId, name, phoneNumber: typedPhone, agreements } = values;
  useEffect(() => {
    registrationDraft.keep({ loginId: typedId, name, phoneNumber: typedPhone, agreements, sent: lastSent });
  }, [typedId, name, typedPhone, agreements, lastSent]);

  const fail = (error: unknown, fallback: string): void => {
    setFailure(messageOf(error, fallback));
    // Someone else was faster: the field says so too.
    if (!(error instanceof ApiError)) return;
    if (error.code === 'LOGIN_ID_TAKEN') loginIdCheck.checkAgain();
    if (error.code === 'PHONE_TAKEN') phoneCheck.checkAgain();
    if (error.code === 'CODE_WRONG') codeRef.current?.select();
  };

  const sendCode = async (to: string): Promise<void> => {
    setFailure(null);
    try {
      const sentNow = startCode(to, await sending.mutateAsync({ query: { phoneNumber: to } }));
      flushSync(() => {
        setCode('');
        setLastSent(sentNow);
      });
      codeRef.current?.focus();
    } catch (error) {
      fail(error, '인증번호 전송에 실패했습니다.');
    }
  };

  const join = async (registration: Registration): Promise<void> => {
    setFailure(null);
    try {
      await joining.mutateAsync({ body: { ...registration, code, agreements: agreed } });
      registrationDraft.drop();
      await showAlert('회원가입이 완료되었습니다.');
      await navigate(paths.login(), { replace: true });
    } catch (error) {
      fail(error, '회원가입에 실패했습니다.');
    }
  };

  const isReady =
    form.formState.isValid && loginIdCheck.state === 'available' && phoneCheck.state === 'available';
  const hasCode = z.safeParse(verificationCode, code).success;

  return {
    form,
    values,
    loginIdCheck,
    phoneCheck,
    sent,
    code,
    setCode,
    codeRef,
    failure,
    canSubmit: isReady && (sent === null || hasCode),
    isSending: sending.isPending,
    /** The step's own button is at work. */
    isBusy: joining.isPending || (sent === null && sending.isPending),
    sendAgain: (): void => {
      if (sent !== null) void sendCode(sent.phoneNumber);
    },
    submit: form.handleSubmit((registration) =>
      sent === null ? sendCode(registration.phoneNumber) : join(registration),
    ),
  };
};

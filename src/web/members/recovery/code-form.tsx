import { useState, type FormEvent } from 'react';
import { fieldMessages, verificationCode } from '#contract/fields.ts';
import styles from '#web/members/member-form.module.css';
import { SmsCodeStep } from '#web/members/sms-code-step.tsx';
import type { SmsCode } from '#web/members/use-sms-code.ts';
import { Button } from '#web/ui/button.tsx';
import { focusFirstField } from '#web/ui/form/focus-first-field.ts';
import { PhoneNumber } from '#web/ui/phone-number.tsx';

const validateCode = (code: string): string | undefined => {
  if (code === '') return '인증번호를 입력해주세요.';
  return verificationCode.safeParse(code).success ? undefined : fieldMessages.code;
};

interface CodeFormProps {
  readonly phoneNumber: string;
  readonly smsCode: SmsCode;
  readonly onResend: () => void;
  /** Rejects when the code is wrong. */
  readonly onVerify: (code: string) => Promise<void>;
  readonly onBack: () => void;
}

/** The second step of a recovery: enters the code. It was only sent if the member exists. */
export const CodeForm = ({ phoneNumber, smsCode, onResend, onVerify, onBack }: CodeFormProps) => {
  const { code, field, busyWith } = smsCode;
  const [codeError, setCodeError] = useState<string>();

  const setCode = (typed: string): void => {
    smsCode.setCode(typed);
    setCodeError(undefined);
  };

  const verify = (event: FormEvent): void => {
    event.preventDefault();
    if (busyWith !== null) return;
    const error = validateCode(code);
    setCodeError(error);
    smsCode.setFailure(null);
    if (error === undefined) void smsCode.use(() => onVerify(code), '인증에 실패했습니다.');
    else field.current?.focus();
  };

  return (
    <form ref={focusFirstField} className="stack-6" onSubmit={verify} noValidate>
      <p className="muted">
        입력하신 정보와 일치하는 회원이 있으면 <PhoneNumber digits={phoneNumber} className={styles.phone} />
        번으로 인증번호를 보냅니다.
      </p>
      <SmsCodeStep smsCode={{ ...smsCode, setCode }} onResend={onResend} error={codeError}>
        <Button type="submit" size="large" isLoading={busyWith === 'use'}>
          다음
        </Button>
        <Button variant="quiet" onClick={onBack}>
          정보 다시 입력
        </Button>
      </SmsCodeStep>
    </form>
  );
};

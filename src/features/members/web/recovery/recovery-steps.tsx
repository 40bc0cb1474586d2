import { useState, type FormEvent } from 'react';
import { LoginIdField } from '#core/auth/web/login-id-field.tsx';
import { MobileField } from '#core/auth/web/mobile-field.tsx';
import { SmsCodeStep } from '#core/auth/web/sms-code-step.tsx';
import { fieldMessages, verificationCode } from '#platform/contract/fields.ts';
import { ApiForm } from '#platform/web/client/forms/api-form.tsx';
import { useApiForm } from '#platform/web/client/forms/use-api-form.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { focusFirstField } from '#platform/web/ui/form/focus-first-field.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { PhoneNumber } from '#platform/web/ui/phone-number.tsx';
import { identityRules, type useRecovery } from './use-recovery.ts';
import styles from './recovery-steps.module.css';

type Recovery = ReturnType<typeof useRecovery>;

/** Identifies the member, without revealing whether the member exists. */
const IdentityForm = ({ recovery: { kind, identity, sendCode } }: { recovery: Recovery }) => {
  const form = useApiForm({ ...identityRules[kind], defaultValues: identity, send: sendCode });
  return (
    <ApiForm form={form} submitLabel="인증번호 받기">
      {kind === 'password' && <LoginIdField {...form.field('loginId')} />}
      <TextField label="이름" autoComplete="name" {...form.field('name')} />
      <MobileField label="휴대폰 번호" {...form.field('phoneNumber')} />
    </ApiForm>
  );
};

const validateCode = (code: string): string | undefined => {
  if (code === '') return '인증번호를 입력해주세요.';
  return verificationCode.safeParse(code).success ? undefined : fieldMessages.code;
};

interface RecoveryStepsProps {
  readonly recovery: Recovery;
  /** Rejects when it fails, for example for a wrong code. */
  readonly onVerify: (code: string) => Promise<void>;
}

/** Enters the code, which is only sent if the member exists. */
const CodeForm = ({ recovery, onVerify }: RecoveryStepsProps) => {
  const { identity, smsCode, sendAgain, startOver } = recovery;
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
    if (error === undefined) void smsCode.use(() => onVerify(code));
    else field.current?.focus();
  };

  return (
    <form ref={focusFirstField} className="stack-6" onSubmit={verify} noValidate>
      <p className="muted">
        입력하신 정보와 일치하는 회원이 있으면{' '}
        <PhoneNumber digits={identity.phoneNumber} className={styles.phone} />
        번으로 인증번호를 보냅니다.
      </p>
      <SmsCodeStep smsCode={{ ...smsCode, setCode }} onResend={() => void sendAgain()} error={codeError}>
        <Button type="submit" size="large" isLoading={busyWith === 'use'}>
          다음
        </Button>
        <Button variant="quiet" onClick={startOver}>
          정보 다시 입력
        </Button>
      </SmsCodeStep>
    </form>
  );
};

/** The first two steps of both recoveries: who the member is, and the code. */
export const RecoverySteps = (props: RecoveryStepsProps) =>
  props.recovery.smsCode.sent === null ? <IdentityForm recovery={props.recovery} /> : <CodeForm {...props} />;

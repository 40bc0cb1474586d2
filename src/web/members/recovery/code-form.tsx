import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { fieldMessages, verificationCode } from '#contract/fields.ts';
import { messageOf } from '#web/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { focusFirstField } from '#web/ui/form/focus-first-field.ts';
import { Notice } from '#web/ui/notice.tsx';
import { CodeField } from '#web/members/code-field.tsx';
import { CodeAnnouncement } from '#web/members/code-timer.tsx';
import styles from '#web/members/member-form.module.css';
import { PhoneNumber } from '#web/ui/phone-number.tsx';
import type { IssuedCode } from '#web/members/issued-code.ts';

const validateCode = (code: string): string | undefined => {
  if (code === '') return '인증번호를 입력해주세요.';
  return verificationCode.safeParse(code).success ? undefined : fieldMessages.code;
};

interface CodeFormProps {
  readonly issuedCode: IssuedCode;
  readonly onResend: () => Promise<void>;
  /** Rejects when the code is wrong. */
  readonly onVerify: (code: string) => Promise<void>;
  readonly onBack: () => void;
}

/** The second step of a recovery: enters the code. It was only sent if the member exists. */
export const CodeForm = ({ issuedCode, onResend, onVerify, onBack }: CodeFormProps) => {
  const [code, setCode] = useState('');
  const [codeError, setCodeError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [busyWith, setBusyWith] = useState<'resend' | 'verify' | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const run = async (what: 'resend' | 'verify', work: () => Promise<void>, failed: string): Promise<void> => {
    setFailure(null);
    setBusyWith(what);
    try {
      await work();
    } catch (error) {
      flushSync(() => setFailure(messageOf(error, failed)));
      field.current?.select();
    } finally {
      setBusyWith(null);
    }
  };

  const verify = (event: FormEvent): void => {
    event.preventDefault();
    if (busyWith !== null) return;
    const error = validateCode(code);
    setCodeError(error);
    setFailure(null);
    if (error === undefined) void run('verify', () => onVerify(code), '인증에 실패했습니다.');
    else field.current?.focus();
  };

  const resend = async (): Promise<void> => {
    await onResend();
    setCode('');
    field.current?.focus();
  };

  return (
    <form ref={focusFirstField} className={styles.form} onSubmit={verify} noValidate>
      <p className={styles.lead}>
        입력하신 정보와 일치하는 회원이 있으면{' '}
        <PhoneNumber digits={issuedCode.phoneNumber} className={styles.phone} />
        번으로 인증번호를 보냅니다.
      </p>
      <CodeField
        ref={field}
        value={code}
        onChange={(typed) => {
          setCode(typed);
          setCodeError(undefined);
        }}
        issuedCode={issuedCode}
        isSending={busyWith === 'resend'}
        onResend={() => void run('resend', resend, '인증번호 전송에 실패했습니다.')}
        error={codeError}
      />
      <div role="status" className="visually-hidden">
        <CodeAnnouncement expiresAt={issuedCode.expiresAt} />
      </div>
      <div className={styles.actions}>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Button type="submit" size="large" isLoading={busyWith === 'verify'}>
          다음
        </Button>
        <Button variant="quiet" onClick={onBack}>
          정보 다시 입력
        </Button>
      </div>
    </form>
  );
};

import type { ReactNode } from 'react';
import { formatSeconds, useSecondsLeft } from '#platform/web/client/use-seconds-left.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import type { IssuedCode } from './issued-code.ts';
import type { SmsCode } from './use-sms-code.ts';
import styles from './sms-code-step.module.css';

interface SmsCodeStepProps {
  readonly smsCode: SmsCode;
  readonly onResend: () => void;
  /** An error of the typed code. */
  readonly error?: string;
  /** Buttons and notes below the failure. Absent in a dialog, which has its own buttons. */
  readonly children?: ReactNode;
}

type CodeFieldProps = Omit<SmsCodeStepProps, 'children'> & { readonly sent: IssuedCode };

const CodeField = ({ smsCode, sent, onResend, error }: CodeFieldProps) => {
  const secondsLeft = useSecondsLeft(sent.expiresAt);
  const wait = useSecondsLeft(sent.resendAt);
  const hint = '문자로 받은 6자리 숫자를 입력해 주세요.';
  return (
    <TextField
      ref={smsCode.field}
      label="인증번호"
      name="code"
      note={
        // `CodeAnnouncement` tells screen readers how much time is left.
        <span className={cx('tabular', styles.clock)} data-over={secondsLeft === 0} aria-hidden="true">
          {formatSeconds(secondsLeft)}
        </span>
      }
      value={smsCode.code}
      onChange={({ target }) => smsCode.setCode(target.value.replaceAll(/\D/g, '').slice(0, 6))}
      autoComplete="one-time-code"
      inputMode="numeric"
      hint={wait > 0 ? `${hint} 문자가 오지 않으면 ${wait}초 후 다시 받을 수 있습니다.` : hint}
      error={secondsLeft === 0 ? '인증번호가 만료되었습니다. 다시 받아 주세요.' : error}
      suffix={
        <Button
          variant="secondary"
          onClick={onResend}
          disabled={wait > 0}
          isLoading={smsCode.busyWith === 'send'}
        >
          다시 받기
        </Button>
      }
    />
  );
};

/**
 * Announces the remaining time of a code. Must be inside a live region. The text for a code changes only at 60 and 30 seconds and at the
 * expiry, because an announcement every second would interrupt all others.
 */
const CodeAnnouncement = ({ sent }: { sent: IssuedCode }) => {
  const secondsLeft = useSecondsLeft(sent.expiresAt);
  // The field's error announces the expiry.
  if (secondsLeft === 0) return '';
  if (secondsLeft <= 30) return '인증번호 입력 시간이 30초 남았습니다.';
  if (secondsLeft <= 60) return '인증번호 입력 시간이 1분 남았습니다.';
  return '인증번호를 보냈습니다. 3분 안에 입력해 주세요.';
};

/** The end of a form that needs a verification code: the code once it was sent, the failure and the buttons. */
export const SmsCodeStep = ({ smsCode, onResend, error, children }: SmsCodeStepProps) => {
  const { sent, failure } = smsCode;
  const notice = failure !== null && <Notice tone="error">{failure}</Notice>;
  return (
    <>
      {sent !== null && <CodeField smsCode={smsCode} sent={sent} onResend={onResend} error={error} />}
      <div role="status" className="visually-hidden">
        {sent !== null && <CodeAnnouncement sent={sent} />}
      </div>
      {children === undefined ? (
        notice
      ) : (
        <div className="stack-3">
          {notice}
          {children}
        </div>
      )}
    </>
  );
};

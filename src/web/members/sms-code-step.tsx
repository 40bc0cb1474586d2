import type { ReactNode } from 'react';
import { Notice } from '#web/ui/notice.tsx';
import { CodeField } from './code-field.tsx';
import { CodeAnnouncement } from './code-timer.tsx';
import type { SmsCode } from './use-sms-code.ts';

interface SmsCodeStepProps {
  readonly smsCode: SmsCode;
  readonly onResend: () => void;
  /** An error of the typed code. */
  readonly error?: string;
  /** Buttons below the failure. A dialog has its own. */
  readonly children?: ReactNode;
}

/** The end of a form that needs a verification code: the code once it was sent, the failure and the buttons. */
export const SmsCodeStep = ({ smsCode, onResend, error, children }: SmsCodeStepProps) => {
  const { sent, failure } = smsCode;
  const notice = failure !== null && <Notice tone="error">{failure}</Notice>;
  return (
    <>
      {sent !== null && (
        <CodeField
          ref={smsCode.field}
          value={smsCode.code}
          onChange={smsCode.setCode}
          issuedCode={sent}
          isSending={smsCode.busyWith === 'send'}
          onResend={onResend}
          error={error}
        />
      )}
      <div role="status" className="visually-hidden">
        {sent !== null && <CodeAnnouncement expiresAt={sent.expiresAt} />}
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

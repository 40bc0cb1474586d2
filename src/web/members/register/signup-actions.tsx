import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import typography from '#web/ui/typography.module.css';
import { CodeField } from '#web/members/code-field.tsx';
import { CodeAnnouncement } from '#web/members/code-timer.tsx';
import styles from '#web/members/member-form.module.css';
import type { SignupCode } from './use-signup-code.ts';

interface SignupActionsProps {
  readonly signupCode: SignupCode;
  readonly canSubmit: boolean;
  readonly isSubmitting: boolean;
}

export const SignupActions = ({ signupCode, canSubmit, isSubmitting }: SignupActionsProps) => {
  const { sent, isSending } = signupCode;
  return (
    <>
      {sent !== null && (
        <CodeField
          ref={signupCode.codeRef}
          value={signupCode.code}
          onChange={signupCode.setCode}
          issuedCode={sent}
          isSending={isSending}
          onResend={signupCode.sendAgain}
        />
      )}
      <div role="status" className="visually-hidden">
        {sent !== null && <CodeAnnouncement expiresAt={sent.expiresAt} />}
      </div>
      <div className={styles.actions}>
        {signupCode.failure !== null && <Notice tone="error">{signupCode.failure}</Notice>}
        <Button
          type="submit"
          size="large"
          disabled={!canSubmit}
          isLoading={isSubmitting || (sent === null && isSending)}
        >
          {sent === null ? '인증번호 받기' : '가입하기'}
        </Button>
        {sent === null && (
          <p className={typography.note}>모든 항목을 입력하고 약관에 동의하면 인증번호를 받을 수 있습니다.</p>
        )}
      </div>
    </>
  );
};

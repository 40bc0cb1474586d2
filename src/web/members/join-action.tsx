import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import typography from '#web/ui/typography.module.css';
import { CodeField } from './code-field.tsx';
import { CodeAnnouncement } from './code-timer.tsx';
import styles from './member-form.module.css';
import type { JoinCode } from './use-join-code.ts';

interface JoinActionProps {
  readonly join: JoinCode;
  readonly canSubmit: boolean;
  readonly isJoining: boolean;
}

export const JoinAction = ({ join, canSubmit, isJoining }: JoinActionProps) => {
  const { sent, isSending } = join;
  return (
    <>
      {sent !== null && (
        <CodeField
          ref={join.codeRef}
          value={join.code}
          onChange={join.setCode}
          sent={sent}
          isSending={isSending}
          onResend={join.sendAgain}
        />
      )}
      <div role="status" className="visually-hidden">
        {sent !== null && <CodeAnnouncement expiresAt={sent.expiresAt} />}
      </div>
      <div className={styles.actions}>
        {join.failure !== null && <Notice tone="error">{join.failure}</Notice>}
        <Button
          type="submit"
          size="large"
          disabled={!canSubmit}
          isLoading={isJoining || (sent === null && isSending)}
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

import { useState } from 'react';
import { Link } from 'react-router';
import { memberEndpoints } from '#contract/members.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { clearSession } from '#web/auth/session.ts';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { CodeForm } from './code-form.tsx';
import { IdentityForm } from './identity-form.tsx';
import { RecoveryOutcome, RecoveryPage } from './recovery-page.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { useRecovery } from './use-recovery.ts';

const steps = ['정보 확인', '인증번호', '새 비밀번호', '완료'] as const;

const Done = () => (
  <RecoveryOutcome
    heading="비밀번호를 변경했습니다."
    actions={
      <Link to={paths.login()} className={buttonClass({ size: 'large' })}>
        로그인
      </Link>
    }
  >
    <p>모든 기기에서 로그아웃되었습니다. 새 비밀번호로 로그인해 주세요.</p>
  </RecoveryOutcome>
);

const FindPasswordPage = () => {
  /** The verified code, which the reset request repeats. */
  const [code, setCode] = useState<string | null>(null);
  const [isDone, setIsDone] = useState(false);
  const { identity, smsCode, sendCode, sendAgain, startOver, finish } = useRecovery('password', (body) =>
    browserApi.call(memberEndpoints.findPasswordSendCode, { body }),
  );

  const verify = async (typed: string): Promise<void> => {
    await browserApi.call(memberEndpoints.findPasswordVerifyCode, { body: { ...identity, code: typed } });
    setCode(typed);
  };

  const reset = async (password: string): Promise<void> => {
    await browserApi.call(memberEndpoints.resetPassword, {
      body: { ...identity, code: code ?? '', password },
    });
    finish();
    // The reset ended all sessions of this member on the server.
    clearSession();
    setIsDone(true);
  };

  const restart = (): void => {
    setCode(null);
    startOver();
  };

  const current = isDone ? 3 : code !== null ? 2 : smsCode.sent !== null ? 1 : 0;
  return (
    <RecoveryPage title="비밀번호 찾기" steps={steps} current={current}>
      {current === 0 && (
        <IdentityForm
          kind="password"
          initialValues={identity}
          onSend={sendCode}
          fallbackMessage="인증번호 전송에 실패했습니다."
        />
      )}
      {current === 1 && (
        <CodeForm
          phoneNumber={identity.phoneNumber}
          smsCode={smsCode}
          onResend={() => void sendAgain()}
          onVerify={verify}
          onBack={startOver}
        />
      )}
      {current === 2 && (
        <ResetPasswordForm loginId={identity.loginId} onReset={reset} onStartOver={restart} />
      )}
      {current === 3 && <Done />}
    </RecoveryPage>
  );
};

export default FindPasswordPage;

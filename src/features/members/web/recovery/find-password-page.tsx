import { useState } from 'react';
import { memberEndpoints } from '#core/auth/contract/members.ts';
import { HiddenUsername } from '#core/auth/web/hidden-username.tsx';
import { NewPasswordField } from '#core/auth/web/password-field.tsx';
import { resetPasswordSchema } from '#core/auth/web/password-schemas.ts';
import { paths } from '#core/content/web/paths.ts';
import { ApiError } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { clearSession } from '#platform/web/client/api/session.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { ApiForm } from '#platform/web/client/forms/api-form.tsx';
import { useApiForm } from '#platform/web/client/forms/use-api-form.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { RecoveryOutcome, RecoveryPage } from './recovery-page.tsx';
import { RecoverySteps } from './recovery-steps.tsx';
import { useRecovery } from './use-recovery.ts';

const steps = ['정보 확인', '인증번호', '새 비밀번호', '완료'] as const;

interface ResetPasswordFormProps {
  readonly loginId: string;
  readonly onReset: (password: string) => Promise<void>;
  readonly onStartOver: () => void;
}

/** The third step: enters the new password twice. */
const ResetPasswordForm = ({ loginId, onReset, onStartOver }: ResetPasswordFormProps) => {
  // True when the code is no longer valid for a reset.
  const [isFinal, setIsFinal] = useState(false);
  const form = useApiForm({
    schema: resetPasswordSchema,
    defaultValues: { password: '', confirmPassword: '' },
    names: ['password'],
    send: ({ password }) => onReset(password),
    onFailure: (error) => setIsFinal(error instanceof ApiError && error.code === 'CODE_WRONG'),
  });
  const restart = isFinal && (
    <Button variant="secondary" onClick={onStartOver}>
      처음부터 다시 하기
    </Button>
  );
  return (
    <ApiForm form={form} submitLabel="비밀번호 변경" errorAction={restart} takesFocus>
      <HiddenUsername loginId={loginId} />
      <NewPasswordField
        label="새 비밀번호"
        hint="4~16자. 8자 이상을 권합니다."
        {...form.field('password', { deps: 'confirmPassword' })}
      />
      <NewPasswordField label="새 비밀번호 확인" {...form.field('confirmPassword')} />
    </ApiForm>
  );
};

const Done = () => (
  <RecoveryOutcome
    heading="비밀번호를 변경했습니다."
    actions={
      <ButtonLink to={paths.login()} size="large">
        로그인
      </ButtonLink>
    }
  >
    <p>모든 기기에서 로그아웃되었습니다. 새 비밀번호로 로그인해 주세요.</p>
  </RecoveryOutcome>
);

const FindPasswordPage = () => {
  /** The verified code, which the reset request repeats. */
  const [code, setCode] = useState<string | null>(null);
  const [isDone, setIsDone] = useState(false);
  const recovery = useRecovery('password', (body) =>
    browserApi.call(memberEndpoints.findPasswordSendCode, { body }),
  );
  const { identity } = recovery;

  const verify = async (typed: string): Promise<void> => {
    await browserApi.call(memberEndpoints.findPasswordVerifyCode, { body: { ...identity, code: typed } });
    setCode(typed);
  };

  const reset = async (password: string): Promise<void> => {
    await browserApi.call(memberEndpoints.resetPassword, {
      body: { ...identity, code: code ?? '', password },
    });
    recovery.finish();
    // The reset ended all sessions of this member on the server.
    clearSession();
    setIsDone(true);
  };

  const restart = (): void => {
    setCode(null);
    recovery.startOver();
  };

  const current = isDone ? 3 : code !== null ? 2 : recovery.smsCode.sent !== null ? 1 : 0;
  return (
    <RecoveryPage title="비밀번호 찾기" steps={steps} current={current}>
      {current < 2 && <RecoverySteps recovery={recovery} onVerify={verify} />}
      {current === 2 && (
        <ResetPasswordForm loginId={identity.loginId} onReset={reset} onStartOver={restart} />
      )}
      {current === 3 && <Done />}
    </RecoveryPage>
  );
};

export default FindPasswordPage;

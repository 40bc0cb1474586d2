import { useState } from 'react';
import { Link } from 'react-router';
import { memberEndpoints } from '#contract/members.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { CodeForm } from './code-form.tsx';
import styles from './find-id-page.module.css';
import { IdentityForm } from './identity-form.tsx';
import { RecoveryOutcome, RecoveryPage } from './recovery-page.tsx';
import { useRecovery } from './use-recovery.ts';

const steps = ['정보 확인', '인증번호', '아이디 확인'] as const;

const FindIdPage = () => {
  const [loginId, setLoginId] = useState<string | null>(null);
  const { identity, smsCode, sendCode, sendAgain, startOver, finish } = useRecovery(
    'id',
    ({ name, phoneNumber }) =>
      browserApi.call(memberEndpoints.findIdSendCode, { body: { name, phoneNumber } }),
  );

  const verify = async (code: string): Promise<void> => {
    const { name, phoneNumber } = identity;
    const found = await browserApi.call(memberEndpoints.findIdVerify, { body: { name, phoneNumber, code } });
    finish();
    setLoginId(found.loginId);
  };

  if (loginId !== null) {
    return (
      <RecoveryPage title="아이디 찾기" steps={steps} current={2}>
        <RecoveryOutcome
          heading="아이디를 찾았습니다."
          actions={
            <>
              <Link to={paths.login()} className={buttonClass({ size: 'large' })}>
                로그인
              </Link>
              <Link
                to={paths.findPassword()}
                className={buttonClass({ variant: 'secondary', size: 'large' })}
              >
                비밀번호 찾기
              </Link>
            </>
          }
        >
          <p className={styles.found}>
            <span className="note">아이디</span> <strong className={styles.loginId}>{loginId}</strong>
          </p>
        </RecoveryOutcome>
      </RecoveryPage>
    );
  }
  return (
    <RecoveryPage title="아이디 찾기" steps={steps} current={smsCode.sent === null ? 0 : 1}>
      {smsCode.sent === null ? (
        <IdentityForm
          kind="id"
          initialValues={identity}
          onSend={sendCode}
          fallbackMessage="아이디 찾기에 실패했습니다."
        />
      ) : (
        <CodeForm
          phoneNumber={identity.phoneNumber}
          smsCode={smsCode}
          onResend={() => void sendAgain()}
          onVerify={verify}
          onBack={startOver}
        />
      )}
    </RecoveryPage>
  );
};

export default FindIdPage;

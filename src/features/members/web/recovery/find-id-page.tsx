import { useState } from 'react';
import { memberEndpoints } from '#core/auth/contract/members.ts';
import { paths } from '#core/content/web/paths.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { RecoveryOutcome, RecoveryPage } from './recovery-page.tsx';
import { RecoverySteps } from './recovery-steps.tsx';
import { useRecovery } from './use-recovery.ts';
import styles from './find-id-page.module.css';

const steps = ['정보 확인', '인증번호', '아이디 확인'] as const;

const FindIdPage = () => {
  const [loginId, setLoginId] = useState<string | null>(null);
  const recovery = useRecovery('id', ({ name, phoneNumber }) =>
    browserApi.call(memberEndpoints.findIdSendCode, { body: { name, phoneNumber } }),
  );

  const verify = async (code: string): Promise<void> => {
    const { name, phoneNumber } = recovery.identity;
    const found = await browserApi.call(memberEndpoints.findIdVerify, { body: { name, phoneNumber, code } });
    recovery.finish();
    setLoginId(found.loginId);
  };

  const current = loginId !== null ? 2 : recovery.smsCode.sent !== null ? 1 : 0;
  return (
    <RecoveryPage title="아이디 찾기" steps={steps} current={current}>
      {loginId === null ? (
        <RecoverySteps recovery={recovery} onVerify={verify} />
      ) : (
        <RecoveryOutcome
          heading="아이디를 찾았습니다."
          actions={
            <>
              <ButtonLink to={paths.login()} size="large">
                로그인
              </ButtonLink>
              <ButtonLink to={paths.findPassword()} variant="secondary" size="large">
                비밀번호 찾기
              </ButtonLink>
            </>
          }
        >
          <p className={styles.found}>
            <span className="note">아이디</span> <strong className={styles.loginId}>{loginId}</strong>
          </p>
        </RecoveryOutcome>
      )}
    </RecoveryPage>
  );
};

export default FindIdPage;

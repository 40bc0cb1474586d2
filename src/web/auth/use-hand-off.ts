import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#web/paths.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { exchangeHandOff } from './hand-off.ts';
import { openSession } from './open-session.ts';

const FAILED = '로그인에 실패했습니다.';

/** Opens the session that social login handed over, then calls `onOpen`; says that it failed and leads to the login. */
export const useHandOff = (isExpected: boolean, onOpen: () => void): void => {
  const navigate = useNavigate();
  const goOn = useEffectEvent(onOpen);

  useEffect(() => {
    if (!isExpected) return undefined;
    let isGone = false;
    const settle = async (): Promise<void> => {
      // A turn later: what React only tries out in development takes nothing.
      await Promise.resolve();
      if (isGone) return;
      const session = await exchangeHandOff();
      if (session !== null) openSession(session);
      if (isGone) return;
      if (session !== null) return goOn();
      if ((await showAlert(FAILED)) && !isGone) await navigate(paths.login(), { replace: true });
    };
    void settle();
    return () => {
      isGone = true;
    };
  }, [isExpected, navigate]);
};

import { useNavigate } from 'react-router';
import { paths } from '#web/paths.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { useTask } from '#web/shell/use-task.ts';
import { exchangeOauthHandoff } from './oauth-handoff.ts';
import { openSession } from './open-session.ts';

const FAILED = '로그인에 실패했습니다.';

/** Opens the session of a social login and calls `onOpen`. On failure shows an alert and redirects to the login. */
export const useOauthHandoff = (isExpected: boolean, onOpen: () => void): void => {
  const navigate = useNavigate();
  useTask(isExpected, async (signal) => {
    const session = await exchangeOauthHandoff();
    if (session !== null) openSession(session);
    if (signal.aborted) return;
    if (session !== null) return onOpen();
    if ((await showAlert(FAILED)) && !signal.aborted) await navigate(paths.login(), { replace: true });
  });
};

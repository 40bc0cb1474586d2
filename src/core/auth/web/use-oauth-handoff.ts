import { useNavigate } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { showAlert } from '#platform/web/client/alert.tsx';
import { useTask } from '#platform/web/client/use-task.ts';
import { exchangeOauthHandoff, type OauthHandoff } from './oauth-handoff.ts';
import { openSession } from './open-session.ts';

/** Opens the session of a social login and calls `onOpen`. On failure shows an alert and redirects to the login. */
export const useOauthHandoff = (isExpected: boolean, onOpen: (handoff: OauthHandoff) => void): void => {
  const navigate = useNavigate();
  useTask(isExpected, async (signal) => {
    const handoff = await exchangeOauthHandoff();
    if (handoff !== null) openSession(handoff.session);
    if (signal.aborted) return;
    if (handoff !== null) return onOpen(handoff);
    if ((await showAlert('로그인에 실패했습니다.')) && !signal.aborted)
      await navigate(paths.login(), { replace: true });
  });
};

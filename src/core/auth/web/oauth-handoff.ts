import { useNavigate } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import type { Session } from '#platform/contract/sessions.ts';
import { showAlert } from '#platform/web/client/alert.tsx';
import { exchangeHandoff } from '#platform/web/client/api/token-refresh.ts';
import { useTask } from '#platform/web/client/use-task.ts';
import { openSession } from './open-session.ts';

declare global {
  interface Window {
    /** Set by the document's inline script: the query of a page that the social login redirects to, removed from the URL. */
    oauthHandoff?: string;
  }
}

/** True while the query that the page was opened with is unread, as after the redirect of a social login that succeeded. */
export const hasOauthHandoff = (): boolean => (window.oauthHandoff ?? '') !== '';

interface OauthHandoff {
  /** As the server answered: name and role in the URL are not trusted. */
  readonly session: Session;
  /** The name in the URL, for a new member usually the nickname at the provider. It is only a suggestion for the name field. */
  readonly nickname: string;
}

/**
 * Reads, removes and exchanges the handoff tokens; null when one is missing or the exchange fails. The server accepts
 * nothing but tokens of a social login that this browser started, once, so a planted link opens no session and the current one
 * is kept.
 */
export const exchangeOauthHandoff = async (): Promise<OauthHandoff | null> => {
  const query = new URLSearchParams(window.oauthHandoff);
  delete window.oauthHandoff;
  const refreshToken = query.get('refreshToken');
  if (!query.get('accessToken') || !refreshToken) return null;
  try {
    return { session: await exchangeHandoff(refreshToken), nickname: query.get('name') ?? '' };
  } catch {
    // Not retried after a lost response: the server may have used the tokens.
    return null;
  }
};

/**
 * When a handoff is expected, opens the session of the social login and calls `onOpen`. On failure shows an alert; confirming it
 * redirects to the login.
 */
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

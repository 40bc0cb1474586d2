import { messageOf } from '#web/api/api.ts';
import { paths } from '#web/paths.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { canLeavePage } from '#web/shell/navigation/before-leave-guards.ts';
import { clearMemberData, reloadHome } from './clear-client-state.ts';
import { readSession } from './session.ts';

const FAILED = '로그아웃 실패';
/** Shown when the tokens were removed here but the session may stay valid on the server until it expires. */
const ONLY_HERE = '이 기기에서는 로그아웃되었지만, 연결 문제로 서버에는 반영되지 않았습니다.';
const PROBE_TIMEOUT_MS = 3_000;

/** Revokes the session on the server; returns an error message or null. Without a network the code cannot be loaded either. */
const revokeStoredSession = async (): Promise<string | null> => {
  const session = readSession();
  if (session === null) return null;
  try {
    await (await import('./revoke-session.ts')).revokeSession(session);
    return null;
  } catch (error) {
    return `${messageOf(error, FAILED)}\n${ONLY_HERE}`;
  }
};

/** Whether a page can be loaded; without a network the browser would show its own error page. */
const canLoadPage = (): Promise<boolean> =>
  fetch(paths.home(), { method: 'HEAD', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    () => true,
    () => false,
  );

/** Reloads home once the network is back, unless someone has logged in meanwhile. */
const reloadHomeUnlessLoggedIn = (): void => {
  if (readSession() === null) reloadHome();
};

/**
 * Removes the session in this browser at once, revokes it on the server and loads home. An alert is shown when the server does not
 * confirm it; without a network the page stays until there is one. Asks first if unsaved input would be lost.
 */
export const logOut = async (): Promise<void> => {
  if (!(await canLeavePage())) return;
  // Reads the session before the next line removes it.
  const revoked = revokeStoredSession();
  clearMemberData();
  const failure = await revoked;
  if (failure !== null) {
    await showAlert(failure);
    if (!(await canLoadPage())) return addEventListener('online', reloadHomeUnlessLoggedIn, { once: true });
  }
  reloadHome();
};

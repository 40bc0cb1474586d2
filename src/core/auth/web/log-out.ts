import { paths } from '#core/content/web/paths.ts';
import { showAlert } from '#platform/web/client/alert.tsx';
import { ApiError, messageOf } from '#platform/web/client/api/api.ts';
import { readSession } from '#platform/web/client/api/session.ts';
import { canLeavePage } from '#platform/web/client/navigation/before-leave-guards.ts';
import { clearMemberData, reloadHome } from './clear-client-state.ts';

const FAILED = '로그아웃 실패';
const PROBE_TIMEOUT_MS = 3_000;

/** Says that the server did not confirm the logout: the session may remain valid there until it expires. */
const describeFailure = (error: unknown): string => {
  const cause = error instanceof ApiError ? '' : '연결이 끊겨 ';
  return `${messageOf(error, FAILED)}\n이 기기에서 로그아웃했습니다. ${cause}서버에는 반영되지 않았습니다.`;
};

/**
 * Ends the session on the server, if there is one. Resolves to an error message; null on success and without a session. Also handles a
 * failed import of the code, as without a network.
 */
const revokeStoredSession = async (): Promise<string | null> => {
  const session = readSession();
  if (session === null) return null;
  try {
    await (await import('./revoke-session.ts')).revokeSession(session);
    return null;
  } catch (error) {
    return describeFailure(error);
  }
};

/** Tests the connection, because without a network the offline page or the browser's own error page would replace this one. */
const canLoadPage = (): Promise<boolean> =>
  fetch(paths.home(), { method: 'HEAD', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    () => true,
    () => false,
  );

/** Loads the home page now if it can be reached; otherwise when the network returns, unless someone has logged in by then. */
const reloadHomeWhenOnline = async (): Promise<void> => {
  // Listens before the test, because the network may return during it.
  addEventListener('online', () => void (readSession() ?? reloadHome()), { once: true });
  if (await canLoadPage()) reloadHome();
};

/**
 * Asks first when unsaved input would be lost. Then deletes the session in this browser, ends it on the server and loads the home page.
 * Shows an alert when the server does not confirm the end; the home page then loads after the alert or when the network returns.
 */
export const logOut = async (): Promise<void> => {
  if (!(await canLeavePage())) return;
  // Must read the session before it is cleared below.
  const revoked = revokeStoredSession();
  clearMemberData();
  const failure = await revoked;
  if (failure !== null) {
    await showAlert(failure);
    return reloadHomeWhenOnline();
  }
  reloadHome();
};

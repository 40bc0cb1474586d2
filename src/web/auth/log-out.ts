import { authEndpoints } from '#contract/auth.ts';
import { messageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { paths } from '#web/paths.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { navigateTo } from '#web/shell/navigate.ts';
import { clearSession } from './session.ts';

const PATIENCE = 5_000;

/** Ends the session on the server and, whatever the server says, in this browser; then leads home. */
export const logOut = async (): Promise<void> => {
  const failure = await browserApi
    .call(authEndpoints.logout, {}, { signal: AbortSignal.timeout(PATIENCE) })
    .then(() => null)
    .catch((error: unknown) => messageOf(error, '로그아웃 실패'));
  clearSession();
  // The server may still hold the session: the visitor should know.
  if (failure !== null) await showAlert(failure);
  navigateTo(paths.home());
};

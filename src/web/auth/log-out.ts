import { authEndpoints } from '#contract/auth.ts';
import { messageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { mayLeave } from '#web/shell/leave-checks.ts';
import { forgetMember, leaveAfresh } from './leave.ts';

const PATIENCE = 5_000;

/**
 * Ends the session in this browser at once, and on the server as far as it answers; then leads home. Asks first where
 * something would be lost.
 */
export const logOut = async (): Promise<void> => {
  if (!(await mayLeave())) return;
  // The call takes the token along before the next line drops it: whoever leaves now leaves nothing behind.
  const answer = browserApi.call(authEndpoints.logout, {}, { signal: AbortSignal.timeout(PATIENCE) });
  forgetMember();
  const failure = await answer.then(() => null).catch((error: unknown) => messageOf(error, '로그아웃 실패'));
  // The server may still hold the session: the visitor should know.
  if (failure !== null) await showAlert(failure);
  leaveAfresh();
};

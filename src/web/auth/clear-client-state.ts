import { paths } from '#web/paths.ts';
import { clearMemberDrafts } from './member-drafts.ts';
import { clearSession } from './session.ts';
import { CLOCK_SKEW_KEY } from './token-claims.ts';

const clearTypedData = (): void => {
  clearMemberDrafts();
  try {
    localStorage.removeItem(CLOCK_SKEW_KEY);
    sessionStorage.clear();
  } catch {
    // Storage is blocked, so nothing was stored.
  }
};

/** Removes the session and everything typed in this browser. An expired session keeps drafts, because its member returns. */
export const clearMemberData = (): void => {
  clearSession();
  clearTypedData();
};

/** Reloads the home page, so that no data of the member stays in memory. */
export const reloadHome = (): void => {
  // State may have been persisted again since.
  clearTypedData();
  // The back-forward cache may restore this page.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  location.assign(paths.home());
};

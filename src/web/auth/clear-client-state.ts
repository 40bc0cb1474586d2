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
    // Nothing was kept.
  }
};

/** Drops the session and everything that was typed in this browser. A session that expires leaves the latter: its member comes back. */
export const clearMemberData = (): void => {
  clearSession();
  clearTypedData();
};

/** Loads home anew: the next one at this browser finds nothing in the memory of the page either. */
export const reloadHome = (): void => {
  // Memory may have been written down once more since.
  clearTypedData();
  // The back button may bring this page back as it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  location.assign(paths.home());
};

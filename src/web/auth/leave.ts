import { paths } from '#web/paths.ts';
import { forgetDrafts } from './member-drafts.ts';
import { clearSession } from './session.ts';
import { CLOCK_LEAD_KEY } from './token-claims.ts';

const forgetTyped = (): void => {
  forgetDrafts();
  try {
    localStorage.removeItem(CLOCK_LEAD_KEY);
    sessionStorage.clear();
  } catch {
    // Nothing was kept.
  }
};

/** Drops the session and everything that was typed in this browser. A session that expires leaves the latter: its member comes back. */
export const forgetMember = (): void => {
  clearSession();
  forgetTyped();
};

/** Loads home anew: the next one at this browser finds nothing in the memory of the page either. */
export const leaveAfresh = (): void => {
  // Memory may have been written down once more since.
  forgetTyped();
  // The back button may bring this page back as it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  location.assign(paths.home());
};

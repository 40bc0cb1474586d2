import { paths } from '#core/content/web/paths.ts';
import { clearMemberDrafts } from '#platform/web/client/api/member-drafts.ts';
import { clearSession } from '#platform/web/client/api/session.ts';
import { CLOCK_SKEW_KEY } from '#platform/web/client/api/token-claims.ts';
import { tryStorage } from '#platform/web/client/api/try-storage.ts';

const clearTypedData = (): void => {
  clearMemberDrafts();
  tryStorage(() => {
    localStorage.removeItem(CLOCK_SKEW_KEY);
    sessionStorage.clear();
  });
};

/** Deletes the session and the drafts of the local storage and this tab. Drafts outlive a session that expires: its member may return. */
export const clearMemberData = (): void => {
  clearSession();
  clearTypedData();
};

/** Loads the home page, so that no member data remains in the page's memory. */
export const reloadHome = (): void => {
  // An unmounting component may have saved a draft again.
  clearTypedData();
  // Reloads if the browser restores this page from the back-forward cache.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  location.assign(paths.home());
};

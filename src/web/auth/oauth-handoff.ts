import { exchangeTokens } from '#web/api/token-refresh.ts';
import { parseLoginResponse } from './parse-login-response.ts';
import type { StoredSession } from './session.ts';

declare global {
  interface Window {
    /** Set by the document's inline script: the query of a page that the social login redirects to, removed from the URL. */
    oauthHandoff?: string;
  }
}

/** True when the social login has just redirected here with a query, including a failed login that only has a name. */
export const hasOauthHandoff = (): boolean => (window.oauthHandoff ?? '') !== '';

/** Reads and removes the handoff tokens; null when one is missing. */
const consumeOauthHandoff = (): StoredSession | null => {
  const query = new URLSearchParams(window.oauthHandoff);
  delete window.oauthHandoff;
  return parseLoginResponse(Object.fromEntries(query));
};

/**
 * Exchanges the handoff tokens for a session; null when there are none or the server rejects them. The server accepts them once
 * and only from the browser that started the login, so a planted link opens no session and the current one is kept.
 */
export const exchangeOauthHandoff = async (): Promise<StoredSession | null> => {
  const handoff = consumeOauthHandoff();
  if (handoff === null) return null;
  try {
    return { ...handoff, ...(await exchangeTokens(handoff.refreshToken)) };
  } catch {
    // A retry would fail, because the tokens are already used.
    return null;
  }
};

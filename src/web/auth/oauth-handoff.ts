import { exchangeTokens } from '#web/api/token-refresh.ts';
import { parseLoginResponse } from './parse-login-response.ts';
import type { StoredSession } from './session.ts';

declare global {
  interface Window {
    /** Set by the inline script: the query of a hand-off page, which it removed from the URL. */
    oauthHandoff?: string;
  }
}

/** Whether social login has just redirected here with parameters, tokens or an error. */
export const hasOauthHandoff = (): boolean => (window.oauthHandoff ?? '') !== '';

/** Takes the hand-off tokens from the URL, once; null when one is missing. */
const consumeOauthHandoff = (): StoredSession | null => {
  const query = new URLSearchParams(window.oauthHandoff);
  delete window.oauthHandoff;
  return parseLoginResponse(Object.fromEntries(query));
};

/**
 * Exchanges the hand-off tokens for a session; null when there are none or the server rejects them. The server accepts them once and
 * only from the browser that started the login, so a planted link opens no session and does not end the current one.
 */
export const exchangeOauthHandoff = async (): Promise<StoredSession | null> => {
  const given = consumeOauthHandoff();
  if (given === null) return null;
  try {
    return { ...given, ...(await exchangeTokens(given.refreshToken)) };
  } catch {
    // A second attempt would fail, because the tokens are consumed.
    return null;
  }
};

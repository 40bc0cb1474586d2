import { exchangeTokens } from '#web/api/token-refresh.ts';
import { parseLoginResponse } from './parse-login-response.ts';
import type { StoredSession } from './session.ts';

declare global {
  interface Window {
    /** Of the document's script: the query of a page that social login leads to, taken out of the address. */
    oauthHandoff?: string;
  }
}

/** Whether social login has just led here with something in the address, be it only a name for a failure. */
export const hasOauthHandoff = (): boolean => (window.oauthHandoff ?? '') !== '';

/** What social login handed over in the address, once; null when a token is missing. */
const consumeOauthHandoff = (): StoredSession | null => {
  const query = new URLSearchParams(window.oauthHandoff);
  delete window.oauthHandoff;
  return parseLoginResponse(Object.fromEntries(query));
};

/**
 * Trades what was handed over for a session; null when there is nothing or the server refuses it. The server takes the
 * pair once, and only from the browser whose button was pressed: so a link that someone planted opens nothing, is
 * kept nowhere, and whoever is signed in here stays so.
 */
export const exchangeOauthHandoff = async (): Promise<StoredSession | null> => {
  const given = consumeOauthHandoff();
  if (given === null) return null;
  try {
    return { ...given, ...(await exchangeTokens(given.refreshToken)) };
  } catch {
    // A second try would find the pair used up.
    return null;
  }
};

import type { Session } from '#platform/contract/sessions.ts';
import { exchangeHandoff } from '#platform/web/client/api/token-refresh.ts';

declare global {
  interface Window {
    /** Set by the document's inline script: the query of a page that the social login redirects to, removed from the URL. */
    oauthHandoff?: string;
  }
}

/** True when the page was opened with a query, as by the redirect of a social login that succeeded. */
export const hasOauthHandoff = (): boolean => (window.oauthHandoff ?? '') !== '';

export interface OauthHandoff {
  /** As the server answered: name and role in the URL are not trusted. */
  readonly session: Session;
  /** The name in the URL, for a new member the nickname at the provider. It is only a suggestion for the name field. */
  readonly nickname: string;
}

/**
 * Reads, removes and exchanges the handoff tokens; null when one is missing or the exchange fails. The server accepts
 * nothing but tokens of a social login that this browser started, once, so a planted link opens no session and the current one
 * is kept.
 */
export const exchangeOauthHandoff = async (): Promise<OauthHandoff | null> => {
  const query = new URLSearchParams(window.oauthHandoff);
  delete window.oauthHandoff;
  const refreshToken = query.get('refreshToken');
  if (!query.get('accessToken') || !refreshToken) return null;
  try {
    return { session: await exchangeHandoff(refreshToken), nickname: query.get('name') ?? '' };
  } catch {
    // Not retried after a lost response: the server may have used the tokens.
    return null;
  }
};

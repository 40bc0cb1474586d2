import { buildRequest, readResponse } from '#platform/web/client/api/request.ts';
import type { StoredSession } from '#platform/web/client/api/session.ts';
import { isTokenExpired } from '#platform/web/client/api/token-claims.ts';
import { exchangeTokens } from '#platform/web/client/api/token-refresh.ts';
import { authEndpoints } from '../contract/auth.ts';

const REVOKE_TIMEOUT_MS = 5_000;

/**
 * Returns an access token for the logout. Tries to refresh an expired one, because the server ignores tokens that expired more than
 * a day ago.
 */
const readRevocableToken = async ({ accessToken, refreshToken }: StoredSession): Promise<string> => {
  if (!isTokenExpired(accessToken)) return accessToken;
  return exchangeTokens(refreshToken).then(
    (tokens) => tokens.accessToken,
    () => accessToken,
  );
};

/**
 * Ends a session on the server, even when it is no longer stored in this browser. Throws when the server does not confirm it.
 */
export const revokeSession = async (session: StoredSession): Promise<void> => {
  const headers = { authorization: `Bearer ${await readRevocableToken(session)}` };
  const signal = AbortSignal.timeout(REVOKE_TIMEOUT_MS);
  const [url, init] = buildRequest(authEndpoints.logout, {}, { headers, signal, keepalive: true });
  await readResponse(await fetch(url, init));
};

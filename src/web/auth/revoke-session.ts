import { authEndpoints } from '#contract/auth.ts';
import { exchangeTokens } from '#web/api/refresh.ts';
import { buildRequest, readResponse } from '#web/api/request.ts';
import type { StoredSession } from './session.ts';
import { hasExpired } from './token-claims.ts';

const TIMEOUT_MS = 5_000;

/** The server ends the session that an access token names, but takes none that expired more than a day ago. */
const findToken = async ({ accessToken, refreshToken }: StoredSession): Promise<string> => {
  if (!hasExpired(accessToken)) return accessToken;
  return exchangeTokens(refreshToken).then(
    (tokens) => tokens.accessToken,
    () => accessToken,
  );
};

/** Ends a session on the server, also one that this browser has dropped already. Throws when the server does not confirm it. */
export const revokeSession = async (session: StoredSession): Promise<void> => {
  const headers = { authorization: `Bearer ${await findToken(session)}` };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const [url, init] = buildRequest(authEndpoints.logout, {}, { headers, signal, keepalive: true });
  await readResponse(await fetch(url, init));
};

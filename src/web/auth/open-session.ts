import { authEndpoints } from '#contract/auth.ts';
import { exchangeTokens } from '#web/api/refresh.ts';
import { buildRequest } from '#web/api/request.ts';
import { clearSession, readSession, writeSession } from './session.ts';
import type { StoredSession } from './session.ts';
import { readClaims } from './token-claims.ts';

/** By this access token of its session the server knows what to end: one that ran out long ago says nothing to it. */
const findToken = async ({ accessToken, refreshToken }: StoredSession): Promise<string> => {
  const { expiresAt } = readClaims(accessToken);
  if (expiresAt === null || expiresAt > Date.now()) return accessToken;
  return exchangeTokens(refreshToken).then(
    (tokens) => tokens.accessToken,
    () => accessToken,
  );
};

const endOnServer = async (replaced: StoredSession): Promise<void> => {
  const headers = { authorization: `Bearer ${await findToken(replaced)}` };
  const [url, init] = buildRequest(authEndpoints.logout, {}, { headers, keepalive: true });
  await fetch(url, init);
};

/** Whoever was signed in here before is logged out on the server too, behind the login: nothing would be left to do it with. */
export const openSession = (session: StoredSession): void => {
  const replaced = readSession();
  if (replaced !== null) {
    endOnServer(replaced).catch(() => undefined);
    clearSession();
  }
  writeSession(session);
};

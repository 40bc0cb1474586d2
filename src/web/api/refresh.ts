import { authEndpoints } from '#contract/auth.ts';
import { readSession, reloadSession, replaceTokens } from '#web/auth/session.ts';
import { ApiError } from './api.ts';
import { buildRequest, readResponse } from './request.ts';

const LOCK = 'sajingwan-refresh';
let running: Promise<boolean> | null = null;

const exchange = async (staleToken: string): Promise<boolean> => {
  // Another tab may have refreshed while this one waited for the lock.
  const session = reloadSession();
  if (session === null) return false;
  if (session.accessToken !== staleToken) return true;
  const [url, init] = buildRequest(authEndpoints.reissue, { body: { refreshToken: session.refreshToken } });
  try {
    replaceTokens(await readResponse<typeof authEndpoints.reissue>(await fetch(url, init)));
    return true;
  } catch (error) {
    // Only the server's own no ends the session; a lost connection does not.
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) return false;
    throw error;
  }
};

const inAllTabs = (staleToken: string): Promise<boolean> =>
  'locks' in navigator ? navigator.locks.request(LOCK, () => exchange(staleToken)) : exchange(staleToken);

/** One refresh for all requests in flight and for all tabs. False when the session is over. */
export const refreshSession = (staleToken: string): Promise<boolean> => {
  if (readSession()?.accessToken !== staleToken) return Promise.resolve(readSession() !== null);
  running ??= inAllTabs(staleToken).finally(() => {
    running = null;
  });
  return running;
};

import { authEndpoints } from '#contract/auth.ts';
import type { TokenPair } from '#contract/auth.ts';
import { readSession, reloadSession, replaceTokens } from '#web/auth/session.ts';
import { measureClockSkew } from '#web/auth/token-claims.ts';
import { ApiError } from './api.ts';
import { buildRequest, readResponse } from './request.ts';
import { sendWithRetry } from './send-with-retry.ts';

const REFRESH_LOCK = 'sajingwan-refresh';
// Other tabs wait for the lock meanwhile.
const REFRESH_TIMEOUT_MS = 10_000;
const MAX_STORAGE_LAG_MS = 500;
const STORAGE_POLL_MS = 20;
let inFlightRefresh: Promise<boolean> | null = null;

const requestTokens = (refreshToken: string): Promise<Response> => {
  const signal = AbortSignal.timeout(REFRESH_TIMEOUT_MS);
  const [url, init] = buildRequest(authEndpoints.reissue, { body: { refreshToken } }, { signal });
  return sendWithRetry(() => fetch(url, init)).catch(() => {
    throw new ApiError(0, {});
  });
};

/** Exchanges a refresh token for a new pair, independent of the stored session. Throws `ApiError`. */
export const exchangeTokens = async (refreshToken: string): Promise<TokenPair> => {
  const tokens = await readResponse<typeof authEndpoints.reissue>(await requestTokens(refreshToken));
  measureClockSkew(tokens.accessToken);
  return tokens;
};

const refreshStoredSession = async (staleToken: string): Promise<boolean> => {
  // Another tab may have refreshed while this one waited for the lock.
  const session = reloadSession();
  if (session === null) return false;
  if (session.accessToken !== staleToken) return true;
  try {
    const tokens = await exchangeTokens(session.refreshToken);
    // After a logout in the meantime no tokens are stored.
    if (reloadSession()?.refreshToken !== session.refreshToken) return readSession() !== null;
    replaceTokens(tokens);
    return true;
  } catch (error) {
    // Only a rejected token ends the session; connection failures, rate limits and timeouts do not.
    if (error instanceof ApiError && (error.status === 401 || error.status === 400)) return false;
    throw error;
  }
};

const delay = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Waits for another tab's storage write, which may become visible only after its lock was released: browsers guarantee no order. */
const waitForOtherTab = async (staleToken: string): Promise<void> => {
  for (let waited = 0; waited < MAX_STORAGE_LAG_MS; waited += STORAGE_POLL_MS) {
    if (reloadSession()?.accessToken !== staleToken) return;
    await delay(STORAGE_POLL_MS);
  }
};

const refreshAcrossTabs = async (staleToken: string): Promise<boolean> => {
  if (!('locks' in navigator)) return refreshStoredSession(staleToken);
  const { locks } = navigator;
  const answer = await locks.request(REFRESH_LOCK, { ifAvailable: true }, async (lock) =>
    lock === null ? null : refreshStoredSession(staleToken),
  );
  if (answer !== null) return answer;
  return locks.request(REFRESH_LOCK, async () => {
    await waitForOtherTab(staleToken);
    return refreshStoredSession(staleToken);
  });
};

/** Refreshes the session once for all concurrent requests and tabs. False when the session has ended; throws `ApiError` when unknown. */
export const refreshSession = (staleToken: string): Promise<boolean> => {
  if (readSession()?.accessToken !== staleToken) return Promise.resolve(readSession() !== null);
  inFlightRefresh ??= refreshAcrossTabs(staleToken).finally(() => {
    inFlightRefresh = null;
  });
  return inFlightRefresh;
};

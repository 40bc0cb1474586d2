import { sessionEndpoints, type Session, type TokenPair } from '../../../contract/sessions.ts';
import { ApiError, REFRESH_FAILED } from './api.ts';
import { buildRequest, readResponse } from './request.ts';
import { delay, retryWhenOverloaded } from './retry-when-overloaded.ts';
import { readSession, reloadSession, updateSession } from './session.ts';
import { measureClockSkew } from './token-claims.ts';

const REFRESH_LOCK = 'sajingwan-refresh';
// Limited because other tabs wait for the lock meanwhile.
const REFRESH_TIMEOUT_MS = 10_000;
const MAX_STORAGE_LAG_MS = 500;
const STORAGE_POLL_MS = 20;
let inFlightRefresh: Promise<boolean> | null = null;

/** Statuses that end the session. After any other failure the refresh token may still be valid. */
const REJECTED: ReadonlySet<number> = new Set([400, 401, 403, 404]);

const sendRefreshToken = (
  endpoint: typeof sessionEndpoints.reissue | typeof sessionEndpoints.exchangeHandoff,
  refreshToken: string,
): Promise<Response> => {
  const signal = AbortSignal.timeout(REFRESH_TIMEOUT_MS);
  const [url, init] = buildRequest(endpoint, { body: { refreshToken } }, { signal });
  return fetch(url, init);
};

/**
 * Exchanges the refresh token that a social login left in the URL. Throws `ApiError` when the server answers with an error, and
 * another error when no complete response arrives.
 */
export const exchangeHandoff = async (refreshToken: string): Promise<Session> =>
  readResponse<typeof sessionEndpoints.exchangeHandoff>(
    await retryWhenOverloaded(() => sendRefreshToken(sessionEndpoints.exchangeHandoff, refreshToken)),
  );

/** Exchanges a refresh token for new tokens without storing them. Throws as `exchangeHandoff` does. */
export const exchangeTokens = async (refreshToken: string): Promise<TokenPair> => {
  const response = await sendRefreshToken(sessionEndpoints.reissue, refreshToken);
  const tokens = await readResponse<typeof sessionEndpoints.reissue>(response);
  measureClockSkew(tokens.accessToken);
  return tokens;
};

const refreshStoredSession = async (staleToken: string): Promise<boolean> => {
  // Another tab may have refreshed the session while this one waited for the lock.
  const session = reloadSession();
  if (session === null) return false;
  if (session.accessToken !== staleToken) return true;
  try {
    const tokens = await exchangeTokens(session.refreshToken);
    // Does not store the tokens when the session changed during the refresh, as by a logout.
    if (reloadSession()?.refreshToken !== session.refreshToken) return readSession() !== null;
    updateSession(tokens);
    return true;
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    if (REJECTED.has(status)) return false;
    throw new ApiError(status, { code: REFRESH_FAILED });
  }
};

/**
 * Browsers do not order storage writes and lock releases, so another tab's tokens may become visible after its lock is free.
 */
const waitForOtherTab = async (staleToken: string): Promise<void> => {
  for (let waited = 0; waited < MAX_STORAGE_LAG_MS; waited += STORAGE_POLL_MS) {
    if (reloadSession()?.accessToken !== staleToken) return;
    await delay(STORAGE_POLL_MS);
  }
};

const refreshAcrossTabs = async (staleToken: string): Promise<boolean> => {
  if (!('locks' in navigator)) return refreshStoredSession(staleToken);
  const { locks } = navigator;
  const ownResult = await locks.request(REFRESH_LOCK, { ifAvailable: true }, async (lock) =>
    lock === null ? null : refreshStoredSession(staleToken),
  );
  if (ownResult !== null) return ownResult;
  return locks.request(REFRESH_LOCK, async () => {
    await waitForOtherTab(staleToken);
    return refreshStoredSession(staleToken);
  });
};

/**
 * Refreshes the session once for all concurrent requests, usually also those of other tabs. Resolves to false when the session is over.
 * Throws `ApiError` when that is unknown.
 */
export const refreshSession = (staleToken: string): Promise<boolean> => {
  if (readSession()?.accessToken !== staleToken) return Promise.resolve(readSession() !== null);
  inFlightRefresh ??= refreshAcrossTabs(staleToken).finally(() => {
    inFlightRefresh = null;
  });
  return inFlightRefresh;
};

import { authEndpoints } from '#contract/auth.ts';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { clearSession, readSessionEpoch, readSession } from '#web/auth/session.ts';
import { saveReturnPath } from '#web/auth/redirect-after-login.ts';
import { isTokenExpired } from '#web/auth/token-claims.ts';
import { paths } from '#web/paths.ts';
import { navigateTo } from '#web/shell/navigation/navigate.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { ApiError } from './api.ts';
import type { Api, CallOptions } from './api.ts';
import { refreshSession } from './token-refresh.ts';
import { buildRequest, readFile, readPage, readResponse } from './request.ts';
import { sendWithRetry } from './send-with-retry.ts';

const SESSION_EXPIRED_MESSAGE = '세션이 만료되었습니다. 다시 로그인해주세요.';
let isExpiring = false;

/** Ends the session, shows the message and leads to the login. Simultaneous calls show one alert. */
export const endSession = async (message = SESSION_EXPIRED_MESSAGE): Promise<void> => {
  if (isExpiring) return;
  isExpiring = true;
  clearSession();
  saveReturnPath();
  const isRead = await showAlert(message);
  isExpiring = false;
  if (isRead) navigateTo(paths.login());
};

const send = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions | undefined,
  token: string | undefined,
): Promise<Response> => {
  const [url, init] = buildRequest(endpoint, input, options);
  if (token !== undefined) init.headers['authorization'] = `Bearer ${token}`;
  const sendOnce = (): Promise<Response> => fetch(url, init);
  const sent = endpoint.method === 'GET' ? sendWithRetry(sendOnce) : sendOnce();
  return sent.catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, {});
  });
};

/** Whether guests may call this endpoint, so that an expired session does not matter. */
const allowsGuests = ({ access }: Endpoint): boolean => access === 'public' || access === 'optional';

/** Endpoints with optional access silently treat an expired token as a guest, so the token must be refreshed before. */
const mustRefresh = ({ access }: Endpoint, token: string): boolean =>
  access !== 'public' && isTokenExpired(token);

/** Refreshes the session if needed; whether there is one. Without a response, requests to public endpoints continue. */
const refreshFor = (endpoint: Endpoint, token: string): Promise<boolean> =>
  refreshSession(token).catch((error: unknown) => {
    if (allowsGuests(endpoint)) return true;
    throw error;
  });

const unsentUnauthorized = (): Response => new Response(null, { status: 401 });

/**
 * Sends a request with the stored token, which is refreshed at most once: before, if it has expired, or after a 401. If the session has
 * ended, requests to public endpoints continue as a guest; others lead to the login.
 */
const sendAsMember = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: CallOptions,
): Promise<Response> => {
  const token = readSession()?.accessToken;
  const login = readSessionEpoch();
  // After a logout there is no session to end, and another member's session must not be affected.
  const isOver = (): boolean => readSession() === null || readSessionEpoch() !== login;
  let refused: Response | null = null;
  if (token === undefined || !mustRefresh(endpoint, token)) {
    refused = await send(endpoint, input, options, token);
    if (refused.status !== 401 || token === undefined || isOver()) return refused;
  }
  const isFresh = await refreshFor(endpoint, token);
  if (isFresh && !isOver()) return send(endpoint, input, options, readSession()?.accessToken);
  if (allowsGuests(endpoint)) {
    if (!isOver()) clearSession();
    return send(endpoint, input, options, undefined);
  }
  if (!isOver()) await endSession();
  return refused ?? unsentUnauthorized();
};

const isForbidden = async (endpoint: Endpoint): Promise<boolean> => {
  const response = await send(endpoint, {}, undefined, readSession()?.accessToken);
  return response.status === 403;
};

/**
 * Redirects a member of social login with an incomplete profile to complete it. Their requests fail with 403 like other forbidden ones,
 * so their own device list is requested: only incomplete profiles are forbidden to read it.
 */
const redirectIncompleteProfile = async (endpoint: Endpoint): Promise<void> => {
  const isElsewhere = (): boolean => location.pathname !== paths.socialExtra();
  if (endpoint.access !== 'member' || !isElsewhere()) return;
  const { listSessions } = authEndpoints;
  if (endpoint !== listSessions && !(await isForbidden(listSessions).catch(() => false))) return;
  if (!isElsewhere()) return;
  saveReturnPath();
  navigateTo(paths.socialExtra());
};

const sendWithRedirect = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: CallOptions,
): Promise<Response> => {
  const response = await sendAsMember(endpoint, input, options);
  if (response.status === 403) await redirectIncompleteProfile(endpoint);
  return response;
};

/** The API over HTTP; a 403 redirects a member with an incomplete profile to complete it. */
export const browserApi: Api = {
  call: async (endpoint, input, options) => readResponse(await sendWithRedirect(endpoint, input, options)),
  callPage: async (endpoint, input, options) => readPage(await sendWithRedirect(endpoint, input, options)),
};

/** Like `call`, for an endpoint that returns a file. */
export const callFile = async <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Blob> =>
  readFile(await sendAsMember(endpoint, input));

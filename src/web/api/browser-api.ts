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

/** Guests may make this call: a session that is over is no reason to refuse it. */
const allowsGuests = ({ access }: Endpoint): boolean => access === 'public' || access === 'optional';

/** Where guests may call, the server answers an expired token as a guest and says nothing: it has to be fresh before. */
const mustRefresh = ({ access }: Endpoint, token: string): boolean =>
  access !== 'public' && isTokenExpired(token);

/** Whether there is a session to go on with. Without an answer to that, what guests may call is sent all the same. */
const refreshFor = (endpoint: Endpoint, token: string): Promise<boolean> =>
  refreshSession(token).catch((error: unknown) => {
    if (allowsGuests(endpoint)) return true;
    throw error;
  });

const unsentUnauthorized = (): Response => new Response(null, { status: 401 });

/**
 * Sends with the stored token, which is refreshed once: before, when it has expired, or after a 401. When the session turns
 * out to be over, what guests may call goes on as a guest; anything else leads to the login.
 */
const sendAsMember = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: CallOptions,
): Promise<Response> => {
  const token = readSession()?.accessToken;
  const login = readSessionEpoch();
  // Whoever logged out meanwhile has no session to expire, and whoever logged in next did not ask.
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
 * A social member who still owes the extra information is refused what every member may do, and led to where it is
 * given. Other refusals look the same, so the member's own list of devices is asked for: nobody else is refused that.
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

/** The API over HTTP; a 403 leads a member who owes the extra information to where it is given. */
export const browserApi: Api = {
  call: async (endpoint, input, options) => readResponse(await sendWithRedirect(endpoint, input, options)),
  callPage: async (endpoint, input, options) => readPage(await sendWithRedirect(endpoint, input, options)),
};

/** `call` for an endpoint that answers a file. */
export const callFile = async <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Blob> =>
  readFile(await sendAsMember(endpoint, input));

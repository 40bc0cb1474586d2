import type { CallInput, Endpoint } from '../../../contract/endpoint.ts';
import { loginPaths } from '../../../contract/login-paths.ts';
import { showAlert } from '../alert.tsx';
import { navigateTo } from '../navigation/navigate.ts';
import { ApiError, type Api, type CallOptions } from './api.ts';
import { reloadData } from './data-changes.ts';
import { saveReturnPath } from './redirect-after-login.ts';
import { buildRequest, readFile, readPage, readResponse } from './request.ts';
import { retryWhenOverloaded } from './retry-when-overloaded.ts';
import { clearSession, readSessionEpoch, readSession } from './session.ts';
import { isTokenExpired } from './token-claims.ts';
import { refreshSession } from './token-refresh.ts';

const SESSION_EXPIRED_MESSAGE = '세션이 만료되었습니다. 다시 로그인해주세요.';
let isExpiring = false;

/**
 * Ends the session, shows `message` and redirects to the login, unless the visitor leaves by Back or Forward instead. A call while the
 * message of an earlier one is shown does nothing.
 */
export const endSession = async (message = SESSION_EXPIRED_MESSAGE): Promise<void> => {
  if (isExpiring) return;
  isExpiring = true;
  clearSession();
  saveReturnPath();
  const isRead = await showAlert(message);
  isExpiring = false;
  if (isRead) navigateTo(loginPaths.login);
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
  const sent = endpoint.method === 'GET' ? retryWhenOverloaded(sendOnce) : sendOnce();
  return sent.catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, {});
  });
};

/** True when guests may make this request, so that an expired session need not fail it. */
const allowsGuests = ({ access }: Endpoint): boolean => access === 'public' || access === 'optional';

/** True when the token has expired and the endpoint reads it. One with optional access would treat it as none, without an error. */
const mustRefresh = ({ access }: Endpoint, token: string): boolean =>
  access !== 'public' && isTokenExpired(token);

/**
 * Resolves to whether the session continues. When the refresh fails and this is unknown, resolves to true for requests that guests may
 * make, so that they are sent anyway, and rejects for others.
 */
const refreshFor = (endpoint: Endpoint, token: string): Promise<boolean> =>
  refreshSession(token).catch((error: unknown) => {
    if (allowsGuests(endpoint)) return true;
    throw error;
  });

/**
 * Sends a request with the stored token, if there is one. Refreshes the token at most once: beforehand by `mustRefresh`, or after a 401.
 * When the session turns out to be over then, sends the request as a guest where allowed. Otherwise calls `endSession`, unless a logout or
 * another login came first.
 */
const sendAsMember = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: CallOptions,
): Promise<Response> => {
  const token = readSession()?.accessToken;
  const startEpoch = readSessionEpoch();
  // True after a logout or another login during the request. Then no alert about this session is shown.
  const isOver = (): boolean => readSession() === null || readSessionEpoch() !== startEpoch;
  let unauthorized: Response | null = null;
  if (token === undefined || !mustRefresh(endpoint, token)) {
    unauthorized = await send(endpoint, input, options, token);
    if (unauthorized.status !== 401 || token === undefined || isOver()) return unauthorized;
  }
  const isFresh = await refreshFor(endpoint, token);
  if (isFresh && !isOver()) return send(endpoint, input, options, readSession()?.accessToken);
  if (allowsGuests(endpoint)) {
    if (!isOver()) clearSession();
    return send(endpoint, input, options, undefined);
  }
  if (!isOver()) await endSession();
  return unauthorized ?? new Response(null, { status: 401 });
};

/** Redirects a member whose social profile is incomplete to the profile form. */
const redirectIncompleteProfile = async <Result>(call: () => Promise<Result>): Promise<Result> => {
  try {
    return await call();
  } catch (error) {
    const isIncomplete = error instanceof ApiError && error.code === 'PROFILE_INCOMPLETE';
    if (isIncomplete && location.pathname !== loginPaths.socialExtra) {
      saveReturnPath();
      navigateTo(loginPaths.socialExtra);
    }
    throw error;
  }
};

/** Adds to an error the call's text for failures and the kinds of data that it changes. The error of an aborted request stays as it is. */
const describeFailure = async <T>(
  endpoint: Endpoint,
  options: CallOptions | undefined,
  read: () => Promise<T>,
): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    // A response that breaks off causes an error other than `ApiError`.
    const cause = error instanceof ApiError ? error : new ApiError(0, {});
    const { status, message, code, fields, retryAfter } = cause;
    const call = { failed: options?.failed ?? endpoint.failed, changes: endpoint.changes };
    throw new ApiError(status, { message, code, fields }, retryAfter, call);
  }
};

/**
 * The API over HTTP. PROFILE_INCOMPLETE redirects to the profile form. After a successful `call` the data that it changed is reloaded,
 * unless `reloads` is false; the call does not wait for that.
 */
export const browserApi: Api = {
  call: (endpoint, input, options) =>
    describeFailure(endpoint, options, () =>
      redirectIncompleteProfile(async () => {
        const result = await readResponse<typeof endpoint>(await sendAsMember(endpoint, input, options));
        if (options?.reloads !== false) void reloadData(endpoint.changes);
        return result;
      }),
    ),
  callPage: (endpoint, input, options) =>
    describeFailure(endpoint, options, () =>
      redirectIncompleteProfile(async () => readPage(await sendAsMember(endpoint, input, options))),
    ),
};

/** Fetches the file of an endpoint with the member's token. Neither reloads changed data nor redirects to the profile form. */
export const callFile = <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Blob> =>
  describeFailure(endpoint, undefined, async () => readFile(await sendAsMember(endpoint, input)));

import type { CallInput, Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { clearSession, readSession } from '#web/auth/session.ts';
import { rememberReturn } from '#web/auth/return-to.ts';
import { paths } from '#web/paths.ts';
import { navigateTo } from '#web/shell/navigate.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { ApiError } from './api.ts';
import type { Api, CallOptions } from './api.ts';
import { refreshSession } from './refresh.ts';
import { buildRequest, readNextCursor, readResponse } from './request.ts';

const EXPIRED = '세션이 만료되었습니다. 다시 로그인해주세요.';
let isExpiring = false;

/** Several requests may find the session over at once; the visitor is told once. */
const endSession = async (): Promise<void> => {
  if (isExpiring) return;
  isExpiring = true;
  clearSession();
  rememberReturn();
  await showAlert(EXPIRED);
  isExpiring = false;
  navigateTo(paths.login());
};

const send = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions | undefined,
  token: string | undefined,
): Promise<Response> => {
  const [url, init] = buildRequest(endpoint, input, options);
  if (token !== undefined) init.headers['authorization'] = `Bearer ${token}`;
  return fetch(url, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, {});
  });
};

const sendAsMember = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: CallOptions,
): Promise<Response> => {
  const token = readSession()?.accessToken;
  const response = await send(endpoint, input, options, token);
  if (response.status !== 401 || token === undefined) return response;
  if (await refreshSession(token)) return send(endpoint, input, options, readSession()?.accessToken);
  await endSession();
  return response;
};

/** Sends the stored token; a 401 leads to one refresh and one more try, then to the login. */
export const browserApi: Api = {
  call: async (endpoint, input, options) => readResponse(await sendAsMember(endpoint, input, options)),
};

/** One row of a list's answer. */
export type RowOf<E extends Endpoint> = ResponseOf<E> extends readonly (infer Row)[] ? Row : never;

interface Page<E extends Endpoint> {
  readonly rows: readonly RowOf<E>[];
  /** Where the next page begins; null on the last. */
  readonly next: string | null;
}

/** `call` for one page of a list. */
export const callPage = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: CallOptions,
): Promise<Page<E>> => {
  const response = await sendAsMember(endpoint, input, options);
  const rows: unknown = await readResponse<E>(response);
  return { rows: rows as RowOf<E>[], next: readNextCursor(response) };
};

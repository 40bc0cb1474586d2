import type { CallInput, Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { clearSession, readSession } from '#web/auth/session.ts';
import { rememberReturn } from '#web/auth/return-to.ts';
import { paths } from '#web/paths.ts';
import { navigateTo } from '#web/shell/navigate.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { ApiError } from './api.ts';
import type { Api, CallOptions } from './api.ts';
import { refreshSession } from './refresh.ts';
import { buildRequest, readResponse } from './request.ts';

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

const send = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions | undefined,
  token: string | undefined,
): Promise<ResponseOf<E>> => {
  const [url, init] = buildRequest(endpoint, input, options);
  if (token !== undefined) init.headers['authorization'] = `Bearer ${token}`;
  const response = await fetch(url, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, {});
  });
  return readResponse<E>(response);
};

const call = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: CallOptions,
): Promise<ResponseOf<E>> => {
  const token = readSession()?.accessToken;
  try {
    return await send(endpoint, input, options, token);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || token === undefined) throw error;
    if (await refreshSession(token)) return send(endpoint, input, options, readSession()?.accessToken);
    await endSession();
    throw error;
  }
};

/** Sends the stored token; a 401 leads to one refresh and one more try, then to the login. */
export const browserApi: Api = { call };

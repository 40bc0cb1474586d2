import { authEndpoints } from '#contract/auth.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { ApiError } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { openSession } from './open-session.ts';
import { parseLoginResponse } from './parse-login-response.ts';
import type { StoredSession } from './session.ts';

const { login } = authEndpoints;

/** Logs in and opens the session; another tab may have logged in meanwhile. Rejects with `ApiError`. */
export const logIn = async (body: CallInput<typeof login>['body']): Promise<StoredSession> => {
  const session = parseLoginResponse(await browserApi.call(login, { body }));
  if (session === null) throw new ApiError(0, { message: '토큰이 없습니다.' });
  openSession(session);
  return session;
};

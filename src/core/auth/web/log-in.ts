import type { CallInput } from '#platform/contract/endpoint.ts';
import { ApiError } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import type { StoredSession } from '#platform/web/client/api/session.ts';
import { authEndpoints } from '../contract/auth.ts';
import { openSession } from './open-session.ts';

const { login } = authEndpoints;

interface LoginResponse extends Partial<StoredSession> {
  readonly user?: { readonly role?: string };
  readonly roles?: readonly string[];
  /** Names, or objects in Spring Security's form. */
  readonly authorities?: readonly (string | { readonly authority?: string })[];
}

/** The session of a login response; null when a token is missing. The specification allows the role in four places. */
export const parseLoginResponse = (response: LoginResponse): StoredSession | null => {
  const { accessToken, refreshToken, name = '', role, user, roles, authorities } = response;
  if (!accessToken || !refreshToken) return null;
  const [first] = authorities ?? [];
  const authority = typeof first === 'object' ? first.authority : first;
  return {
    accessToken,
    refreshToken,
    name,
    role: role ?? user?.role ?? roles?.[0] ?? authority ?? '',
  };
};

/** Logs in and opens the session, which replaces a stored one, if any. A failure is usually an `ApiError`. */
export const logIn = async (body: CallInput<typeof login>['body']): Promise<StoredSession> => {
  const session = parseLoginResponse(await browserApi.call(login, { body }));
  if (session === null) throw new ApiError(0, { message: '토큰이 없습니다.' });
  openSession(session);
  return session;
};

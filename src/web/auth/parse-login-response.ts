import type { StoredSession } from './session.ts';

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

import { authEndpoints } from '#contract/auth.ts';
import { defineRoute, type Route } from '#server/http/define-route.ts';
import { revokeOwnSession, listSessions, logOut } from '#server/auth/sessions/own-sessions.ts';
import { logIn } from '#server/auth/login/password-login.ts';
import { refreshSession, exchangeHandoff } from '#server/auth/sessions/refresh-session.ts';

export const authRoutes: readonly Route[] = [
  defineRoute(authEndpoints.login, async ({ body, caller, setCookie }, deps) => {
    const { session, cookie } = await logIn(deps, body, caller);
    setCookie(cookie);
    return session;
  }),

  defineRoute(authEndpoints.logout, ({ caller, now }, deps) => logOut(deps, caller, now)),

  defineRoute(authEndpoints.reissue, ({ body, caller }, deps) =>
    refreshSession(deps, body.refreshToken, caller),
  ),

  defineRoute(authEndpoints.exchangeHandoff, ({ body, caller }, deps) =>
    exchangeHandoff(deps, body.refreshToken, caller),
  ),

  defineRoute(authEndpoints.listSessions, ({ member, now }, { db }) => listSessions(db, member, now)),

  defineRoute(authEndpoints.revokeSession, ({ params, ...request }, { db }) =>
    revokeOwnSession(db, request, params.id),
  ),
];

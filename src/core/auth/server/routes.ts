import { sessionEndpoints } from '#platform/contract/sessions.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { authEndpoints } from '../contract/auth.ts';
import { totpEndpoints } from '../contract/totp.ts';
import { verifyCurrentPassword } from './login/change-password.ts';
import { readDeviceCookie } from './login/device-cookie.ts';
import { logIn } from './login/password-login.ts';
import { revokeOwnSession, listSessions, logOut } from './sessions/own-sessions.ts';
import { refreshSession, exchangeHandoff } from './sessions/refresh-session.ts';
import { confirmTotp, disableTotp, readTotpState, startTotp } from './totp/second-factor.ts';

export const authRoutes: readonly Route[] = [
  defineRoute(authEndpoints.login, async ({ body, caller, setCookie }, deps) => {
    const { session, cookie } = await logIn(deps, body, caller);
    setCookie(cookie);
    return session;
  }),

  defineRoute(authEndpoints.logout, ({ caller, now }, deps) => logOut(deps, caller, now)),

  defineRoute(sessionEndpoints.reissue, ({ body, caller }, deps) =>
    refreshSession(deps, body.refreshToken, caller),
  ),

  defineRoute(sessionEndpoints.exchangeHandoff, ({ body, caller }, deps) =>
    exchangeHandoff(deps, body.refreshToken, caller),
  ),

  defineRoute(authEndpoints.listSessions, ({ member, now }, { db }) => listSessions(db, member, now)),

  defineRoute(authEndpoints.revokeSession, ({ params, member, caller, now }, { db }) =>
    revokeOwnSession(db, member.id, params.id, caller, now),
  ),

  defineRoute(totpEndpoints.totpState, ({ member }, deps) => readTotpState(deps, member.id)),

  defineRoute(totpEndpoints.startTotp, async ({ member, body }, deps) => {
    await verifyCurrentPassword(deps, member.id, body.password);
    return startTotp(deps, member);
  }),

  defineRoute(totpEndpoints.confirmTotp, async (request, deps) => {
    const deviceId = readDeviceCookie(deps, request.caller, request.member.id);
    const { code } = request.body;
    return { recoveryCodes: await confirmTotp(deps, { code, deviceId }, request.audit) };
  }),

  defineRoute(totpEndpoints.disableTotp, async (request, deps) => {
    await verifyCurrentPassword(deps, request.member.id, request.body.password);
    await disableTotp(deps, request.audit);
  }),
];

import { authEndpoints } from '#contract/auth.ts';
import { implement } from '#server/http/implement.ts';
import type { Implementation } from '#server/http/implement.ts';
import { endSession, listSessions } from './list-sessions.ts';
import { logOut } from './log-out.ts';
import { logIn } from './password-login.ts';
import { reissueTokens } from './refresh.ts';

export const authRoutes: readonly Implementation[] = [
  implement(authEndpoints.login, async ({ body, caller, setCookie }, deps) => {
    const { session, cookie } = await logIn(deps, body, caller);
    setCookie(cookie);
    return session;
  }),

  implement(authEndpoints.logout, async ({ caller }, deps) => {
    await logOut(deps, caller);
  }),

  implement(authEndpoints.reissue, ({ body, caller }, deps) =>
    reissueTokens(deps, body.refreshToken, caller),
  ),

  implement(authEndpoints.listSessions, ({ member }, deps) => listSessions(deps, member)),

  implement(authEndpoints.endSession, ({ member, params, caller }, deps) =>
    endSession(deps, member, params.id, caller),
  ),
];

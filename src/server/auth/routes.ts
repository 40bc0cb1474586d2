import { authEndpoints } from '#contract/auth.ts';
import { implement } from '#server/http/implement.ts';
import type { Implementation } from '#server/http/implement.ts';
import { logOut } from './log-out.ts';
import { logIn } from './password-login.ts';
import { reissueTokens } from './refresh.ts';

export const authRoutes: readonly Implementation[] = [
  implement(authEndpoints.login, ({ body, caller }, deps) => logIn(deps, body, caller)),

  implement(authEndpoints.logout, async ({ caller }, deps) => {
    await logOut(deps, caller);
  }),

  implement(authEndpoints.reissue, ({ body, caller }, deps) =>
    reissueTokens(deps, body.refreshToken, caller),
  ),
];

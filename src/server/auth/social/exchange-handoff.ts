import type { Session } from '#contract/auth.ts';
import { appError } from '#contract/errors.ts';
import { signAccessToken } from '#server/auth/sessions/access-tokens.ts';
import { rotateRefreshToken } from '#server/auth/sessions/rotate-refresh-token.ts';
import { retryTransaction } from '#server/db/retry-transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { hashBrowserCookie, readBrowserCookie } from './oauth-browser-cookie.ts';

/**
 * Exchanges the hand-off token of a social login for a session, once and only in the browser that started the login. Throws
 * UNAUTHENTICATED for any other token and leaves it as it is: a link with the tokens of another account opens no session.
 */
export const exchangeHandoff = async (deps: Deps, token: string, caller: Caller): Promise<Session> => {
  const browser = readBrowserCookie(deps, caller.header('cookie'));
  const browserCookieHash = browser === null ? null : hashBrowserCookie(browser);
  const rotation = { token, browserCookieHash, isHandoff: true };
  const exchanged = await retryTransaction(() => rotateRefreshToken(deps, rotation, deps.clock.now()));
  if (exchanged === null) {
    deps.log.warn({ event: 'hand_off_refused' });
    throw appError('UNAUTHENTICATED');
  }
  const { name, role, successor } = exchanged;
  return { accessToken: await signAccessToken(deps, exchanged), refreshToken: successor, name, role };
};

import * as z from 'zod/mini';
import type { Provider } from '#contract/auth.ts';
import { memberName } from '#contract/fields.ts';
import { createSession } from '#server/auth/sessions/create-session.ts';
import { recordLoginEvent } from '#server/auth/queries.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import type { ProviderIdentity, OauthProvider } from '#server/ports/oauth/oauth-provider.ts';
import { findOrCreateMember } from './find-or-create-member.ts';
import { hashBrowserCookie, readBrowserCookie } from './oauth-browser-cookie.ts';
import { consumeOauthTransaction } from './oauth-transactions.ts';

/** What a provider calls someone is a visitor's input like any other; what could not be typed is left out. */
const sanitizeNickname = (nickname: string | null): string => {
  const parsed = z.safeParse(memberName, nickname);
  return parsed.success ? parsed.data : '';
};

/** Signs the member in and answers where the site takes the tokens from. */
const issueHandoff = async (
  deps: Deps,
  provider: Provider,
  identity: ProviderIdentity,
  { ip, userAgent }: Caller,
  browser: string,
): Promise<string> => {
  const {
    id: memberId,
    name,
    role,
    isProfileIncomplete,
  } = await findOrCreateMember(deps, provider, identity);
  const browserCookieHash = hashBrowserCookie(browser);
  const tokens = await createSession(deps, { memberId, role, ip, userAgent, browserCookieHash });
  const shownName = isProfileIncomplete ? sanitizeNickname(identity.nickname) : name;
  const query = new URLSearchParams({ ...tokens, name: shownName, role });
  return `${isProfileIncomplete ? '/social-extra' : '/oauth-success'}?${query.toString()}`;
};

/**
 * Ends a login that the provider sent back, in the browser that began it. Answers where to go on, with hand-off tokens in
 * the address; null when there was no such login or it failed.
 */
export const handleOauthCallback = async (
  deps: Deps,
  provider: Provider,
  port: OauthProvider,
  returned: URLSearchParams,
  caller: Caller,
): Promise<string | null> => {
  const browser = readBrowserCookie(deps, caller.header('cookie'));
  const state = returned.get('state') ?? '';
  const secrets = browser === null ? null : await consumeOauthTransaction(deps, { provider, browser }, state);
  if (browser === null || secrets === null) {
    deps.log.warn({ event: 'social_login_refused', provider });
    return null;
  }
  try {
    return await issueHandoff(
      deps,
      provider,
      await port.exchangeCallback(returned, secrets),
      caller,
      browser,
    );
  } catch (error) {
    const { ip, userAgent } = caller;
    await recordLoginEvent(deps.db, {
      memberId: null,
      outcome: 'FAILURE',
      ip,
      userAgent,
      occurredAt: deps.clock.now(),
    });
    throw error;
  }
};

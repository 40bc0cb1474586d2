import * as z from 'zod/mini';
import type { Provider } from '#contract/members/social-providers.ts';
import { memberName } from '#contract/fields.ts';
import { readGuestHash } from '#server/auth/sessions/guest-cookie.ts';
import { createSession } from '#server/auth/sessions/create-session.ts';
import { recordLoginEvent } from '#server/auth/queries.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import type { ProviderIdentity, OauthProvider } from '#server/ports/oauth/oauth-provider.ts';
import { findOrCreateMember } from './find-or-create-member.ts';
import { hashBrowserCookie, readBrowserCookie } from './oauth-browser-cookie.ts';
import { consumeOauthTransaction } from './oauth-transactions.ts';

/** A nickname from a provider is untrusted input: characters that our forms do not accept are removed. */
const sanitizeNickname = (nickname: string | null): string => {
  const parsed = z.safeParse(memberName, nickname);
  return parsed.success ? parsed.data : '';
};

/** Creates a session and returns the page URL that carries its hand-off tokens. */
const issueHandoff = async (
  deps: Deps,
  provider: Provider,
  identity: ProviderIdentity,
  caller: Caller,
  browser: string,
): Promise<string> => {
  const {
    id: memberId,
    name,
    role,
    isProfileIncomplete,
  } = await findOrCreateMember(deps, provider, identity);
  const browserCookieHash = hashBrowserCookie(browser);
  const tokens = await createSession(deps, {
    memberId,
    role,
    ip: caller.ip,
    userAgent: caller.userAgent,
    guestHash: readGuestHash(deps, caller),
    browserCookieHash,
  });
  const shownName = isProfileIncomplete ? sanitizeNickname(identity.nickname) : name;
  const query = new URLSearchParams({ ...tokens, name: shownName, role });
  return `${isProfileIncomplete ? '/social-extra' : '/oauth-success'}?${query.toString()}`;
};

/**
 * Completes a login when the provider redirects back to the browser that started it. Returns the URL to redirect to, with hand-off
 * tokens; null when there is no such login or it failed.
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

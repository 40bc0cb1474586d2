import * as z from 'zod/mini';
import type { Provider } from '#contract/auth.ts';
import { memberName } from '#contract/fields.ts';
import { createSession } from '#server/auth/create-session.ts';
import { logLogin } from '#server/auth/queries.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import type { Identity, OauthProvider } from '#server/ports/oauth/oauth.ts';
import { adoptIdentity } from './adopt-identity.ts';
import { hashBrowser, readBrowser } from './browser-cookie.ts';
import { closeTransaction } from './transactions.ts';

/** What a provider calls someone is a visitor's input like any other; what could not be typed is left out. */
const cleanNickname = (nickname: string | null): string => {
  const parsed = z.safeParse(memberName, nickname);
  return parsed.success ? parsed.data : '';
};

/** Signs the member in and answers where the site takes the tokens from. */
const handOver = async (
  deps: Deps,
  provider: Provider,
  identity: Identity,
  { address, userAgent }: Caller,
  browser: string,
): Promise<string> => {
  const { id: memberId, name, role, isPending } = await adoptIdentity(deps, provider, identity);
  const browserHash = hashBrowser(browser);
  const tokens = await createSession(deps, { memberId, role, address, userAgent, browserHash });
  const shownName = isPending ? cleanNickname(identity.nickname) : name;
  const query = new URLSearchParams({ ...tokens, name: shownName, role });
  return `${isPending ? '/social-extra' : '/oauth-success'}?${query.toString()}`;
};

/**
 * Ends a login that the provider sent back, in the browser that began it. Answers where to go on, with hand-off tokens in
 * the address; null when there was no such login or it failed.
 */
export const finishLogin = async (
  deps: Deps,
  provider: Provider,
  port: OauthProvider,
  returned: URLSearchParams,
  caller: Caller,
): Promise<string | null> => {
  const browser = readBrowser(deps, caller.header('cookie'));
  const state = returned.get('state') ?? '';
  const secrets = browser === null ? null : await closeTransaction(deps, { provider, browser }, state);
  if (browser === null || secrets === null) {
    deps.log.warn({ event: 'social_login_refused', provider });
    return null;
  }
  try {
    return await handOver(deps, provider, await port.finish(returned, secrets), caller, browser);
  } catch (error) {
    const { address, userAgent } = caller;
    await logLogin(deps.db, { memberId: null, outcome: 'FAILURE', address, userAgent, at: deps.clock.now() });
    throw error;
  }
};

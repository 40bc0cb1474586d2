import * as z from 'zod/mini';
import type { Provider } from '#contract/auth.ts';
import { memberName } from '#contract/fields.ts';
import { createSession } from '#server/auth/create-session.ts';
import { logLogin } from '#server/auth/queries.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import type { Identity, LoginSecrets, OauthProvider } from '#server/ports/oauth/oauth.ts';
import { adoptIdentity } from './adopt-identity.ts';
import { hashBrowser, readBrowser } from './browser-cookie.ts';
import { closeTransaction } from './transactions.ts';

/** Where every failure ends, whatever it was: the page finds no token there and says so. */
export const FAILED = '/oauth-success';

/** Only the kind of an error is for the log: its details hold codes and tokens. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

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

const finish = async (
  deps: Deps,
  {
    provider,
    port,
    secrets,
    browser,
  }: { provider: Provider; port: OauthProvider; secrets: LoginSecrets; browser: string },
  returned: URLSearchParams,
  caller: Caller,
): Promise<string> => {
  try {
    return await handOver(deps, provider, await port.finish(returned, secrets), caller, browser);
  } catch (error) {
    deps.log.warn({ event: 'social_login_failed', provider, reason: reasonOf(error) });
    const { address, userAgent } = caller;
    await logLogin(deps.db, { memberId: null, outcome: 'FAILURE', address, userAgent, at: deps.clock.now() });
    return FAILED;
  }
};

/**
 * Ends a login that the provider sent back, in the browser that began it. Answers where to go on: with hand-off tokens in
 * the address, or to the one place of all failures.
 */
export const finishLogin = async (
  deps: Deps,
  provider: Provider,
  port: OauthProvider,
  returned: URLSearchParams,
  caller: Caller,
): Promise<string> => {
  const browser = readBrowser(deps, caller.header('cookie'));
  const secrets =
    browser === null
      ? null
      : await closeTransaction(deps, { provider, browser }, returned.get('state') ?? '');
  if (browser === null || secrets === null) {
    deps.log.warn({ event: 'social_login_failed', provider, reason: 'no such login under way' });
    return FAILED;
  }
  return finish(deps, { provider, port, secrets, browser }, returned, caller);
};

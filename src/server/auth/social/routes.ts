import type { Context, Hono } from 'hono';
import { providers } from '#contract/auth.ts';
import type { Provider } from '#contract/auth.ts';
import type { Deps } from '#server/deps.ts';
import { readCaller } from '#server/http/caller.ts';
import type { RateLimiter } from '#server/http/overload/rate-limiter.ts';
import type { OauthProvider } from '#server/ports/oauth/oauth-provider.ts';
import { generateBrowserCookie, readBrowserCookie, serializeBrowserCookie } from './oauth-browser-cookie.ts';
import { handleOauthCallback } from './oauth-callback.ts';
import { generateLoginSecrets, createOauthTransaction } from './oauth-transactions.ts';

/** Beside the contract's, since a browser goes there and no script calls them. */
export const SOCIAL_LOGIN_PATHS = [
  '/oauth2/authorization/:provider',
  '/login/oauth2/code/:provider',
] as const;
/** The pages that receive tokens in their address. */
const HANDOFF_PAGES = ['/oauth-success', '/social-extra'] as const;

/** Where every failure ends, whatever it was: the page finds no token there and says so. */
const FAILURE_PATH = '/oauth-success';
/** Where the buttons are. */
const LOGIN_PATH = '/login';

const readErrorField = (error: Error, name: string): string | undefined => {
  const value: unknown = Reflect.get(error, name);
  // The provider's own word for it came in the address, where a visitor can write anything.
  return typeof value === 'string' && /^\w{1,60}$/.test(value) ? value : undefined;
};

/** Only the kind of an error is for the log, and where it arose: its message and details hold codes and tokens. */
const describeFailure = (error: unknown): Record<string, string | undefined> => {
  if (!(error instanceof Error)) return { reason: 'unknown' };
  const at = error.stack?.split('\n').find((line) => /^\s+at /.test(line));
  return {
    reason: readErrorField(error, 'code') ?? error.name,
    error: readErrorField(error, 'error'),
    at: at?.trim(),
  };
};

const setPrivateHeaders = (headers: Headers): void => {
  headers.set('cache-control', 'no-store');
  headers.set('referrer-policy', 'no-referrer');
};

const redirectTo = (context: Context, location: string): Response => {
  setPrivateHeaders(context.res.headers);
  return context.redirect(location, 303);
};

/** Who only looks whether a link works, or fetches it in case it will be clicked, begins nothing and uses nothing up. */
const ignorePrefetch = (context: Context): Response | null => {
  const purpose = `${context.req.header('sec-purpose') ?? ''} ${context.req.header('purpose') ?? ''}`;
  const isPrefetch = /prefetch|preview|prerender/i.test(purpose);
  if (context.req.method !== 'HEAD' && !isPrefetch) return null;
  setPrivateHeaders(context.res.headers);
  return context.body(null, isPrefetch ? 503 : 204);
};

/**
 * Another site's page begins no login: it would use up what the visitor's address may start, and sign them in, unasked, as
 * whoever they are at the provider. A link there leads to the buttons. Browsers that do not say are taken at their click.
 */
const requireSameSite = (context: Context): Response | null => {
  const site = context.req.header('sec-fetch-site') ?? 'none';
  return site === 'none' || site === 'same-origin' ? null : redirectTo(context, LOGIN_PATH);
};

const findProvider = (deps: Deps, name: string): readonly [Provider, OauthProvider] | null => {
  const provider = providers.find((one) => one === name);
  const port = provider === undefined ? undefined : deps.oauth[provider];
  return provider === undefined || port === undefined ? null : [provider, port];
};

/** Login at a provider and the way back. One that is unknown or not set up is no page of ours. */
export const mountSocialLogin = (app: Hono, limitRate: RateLimiter, deps: Deps): void => {
  const begin = async (context: Context, provider: Provider, port: OauthProvider): Promise<string> => {
    const caller = readCaller(context, deps.settings.trustProxy);
    // Every way back needs a login that began here, so that both are bounded by this.
    await limitRate('socialLogin', { address: caller.ip });
    const secrets = generateLoginSecrets(deps);
    const url = await port.createAuthorizationUrl(secrets);
    const browser = readBrowserCookie(deps, caller.header('cookie')) ?? generateBrowserCookie();
    await createOauthTransaction(deps, { provider, browser }, secrets);
    context.header('set-cookie', serializeBrowserCookie(deps, browser), { append: true });
    return url.href;
  };

  const finish = (context: Context, provider: Provider, port: OauthProvider): Promise<string | null> => {
    const caller = readCaller(context, deps.settings.trustProxy);
    return handleOauthCallback(deps, provider, port, new URL(context.req.url).searchParams, caller);
  };

  const mount = (
    path: string,
    refusals: readonly ((context: Context) => Response | null)[],
    step: (...of: Parameters<typeof begin>) => Promise<string | null>,
  ): void => {
    app.get(path, async (context, next) => {
      const found = findProvider(deps, context.req.param('provider') ?? '');
      if (found === null) return next();
      for (const refuse of refusals) {
        const refused = refuse(context);
        if (refused !== null) return refused;
      }
      const [provider] = found;
      const location = await step(context, ...found).catch((error: unknown) => {
        deps.log.warn({ event: 'social_login_failed', provider, ...describeFailure(error) });
        return null;
      });
      return redirectTo(context, location ?? FAILURE_PATH);
    });
  };

  const [authorization, callback] = SOCIAL_LOGIN_PATHS;
  mount(authorization, [ignorePrefetch, requireSameSite], begin);
  mount(callback, [ignorePrefetch], finish);

  for (const page of HANDOFF_PAGES) {
    app.use(page, async (context: Context, next) => {
      await next();
      setPrivateHeaders(context.res.headers);
      // A page that failed takes no tokens out of its address: they leave it here.
      const hasQuery = new URL(context.req.url).search !== '';
      if (context.res.status >= 400 && hasQuery) context.res = redirectTo(context, page);
    });
  }
};

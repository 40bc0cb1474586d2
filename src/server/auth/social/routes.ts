import type { Context, Hono } from 'hono';
import { providers } from '#contract/auth.ts';
import type { Provider } from '#contract/auth.ts';
import type { Deps } from '#server/deps.ts';
import { readCaller } from '#server/http/caller.ts';
import type { LimitRate } from '#server/http/limit-rate.ts';
import type { OauthProvider } from '#server/ports/oauth/oauth.ts';
import { drawBrowser, readBrowser, writeBrowser } from './browser-cookie.ts';
import { finishLogin } from './finish-login.ts';
import { drawSecrets, openTransaction } from './transactions.ts';

/** Beside the contract's, since a browser goes there and no script calls them. */
export const SOCIAL_PATHS = ['/oauth2/authorization/:provider', '/login/oauth2/code/:provider'] as const;
/** The pages that receive tokens in their address. */
const HAND_OFF_PAGES = ['/oauth-success', '/social-extra'] as const;

/** Where every failure ends, whatever it was: the page finds no token there and says so. */
const FAILED = '/oauth-success';
/** Where the buttons are. */
const LOGIN = '/login';

const textIn = (error: Error, name: string): string | undefined => {
  const value: unknown = Reflect.get(error, name);
  // The provider's own word for it came in the address, where a visitor can write anything.
  return typeof value === 'string' && /^\w{1,60}$/.test(value) ? value : undefined;
};

/** Only the kind of an error is for the log, and where it arose: its message and details hold codes and tokens. */
const describeFailure = (error: unknown): Record<string, string | undefined> => {
  if (!(error instanceof Error)) return { reason: 'unknown' };
  const at = error.stack?.split('\n').find((line) => /^\s+at /.test(line));
  return { reason: textIn(error, 'code') ?? error.name, error: textIn(error, 'error'), at: at?.trim() };
};

const hide = (headers: Headers): void => {
  headers.set('cache-control', 'no-store');
  headers.set('referrer-policy', 'no-referrer');
};

const goTo = (context: Context, location: string): Response => {
  hide(context.res.headers);
  return context.redirect(location, 303);
};

/** Who only looks whether a link works, or fetches it in case it will be clicked, begins nothing and uses nothing up. */
const refuseLookers = (context: Context): Response | null => {
  const purpose = `${context.req.header('sec-purpose') ?? ''} ${context.req.header('purpose') ?? ''}`;
  const isPrefetch = /prefetch|preview|prerender/i.test(purpose);
  if (context.req.method !== 'HEAD' && !isPrefetch) return null;
  hide(context.res.headers);
  return context.body(null, isPrefetch ? 503 : 204);
};

/**
 * Another site's page begins no login: it would use up what the visitor's address may start, and sign them in, unasked, as
 * whoever they are at the provider. A link there leads to the buttons. Browsers that do not say are taken at their click.
 */
const refuseStrangers = (context: Context): Response | null => {
  const site = context.req.header('sec-fetch-site') ?? 'none';
  return site === 'none' || site === 'same-origin' ? null : goTo(context, LOGIN);
};

const findProvider = (deps: Deps, name: string): readonly [Provider, OauthProvider] | null => {
  const provider = providers.find((one) => one === name);
  const port = provider === undefined ? undefined : deps.oauth[provider];
  return provider === undefined || port === undefined ? null : [provider, port];
};

/** Login at a provider and the way back. One that is unknown or not set up is no page of ours. */
export const mountSocialLogin = (app: Hono, limitRate: LimitRate, deps: Deps): void => {
  const begin = async (context: Context, provider: Provider, port: OauthProvider): Promise<string> => {
    const caller = readCaller(context, deps.settings.trustProxy);
    // Every way back needs a login that began here, so that both are bounded by this.
    await limitRate('socialLogin', { address: caller.address });
    const secrets = drawSecrets(deps);
    const url = await port.begin(secrets);
    const browser = readBrowser(deps, caller.header('cookie')) ?? drawBrowser();
    await openTransaction(deps, { provider, browser }, secrets);
    context.header('set-cookie', writeBrowser(deps, browser), { append: true });
    return url.href;
  };

  const finish = (context: Context, provider: Provider, port: OauthProvider): Promise<string | null> => {
    const caller = readCaller(context, deps.settings.trustProxy);
    return finishLogin(deps, provider, port, new URL(context.req.url).searchParams, caller);
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
      return goTo(context, location ?? FAILED);
    });
  };

  const [authorization, callback] = SOCIAL_PATHS;
  mount(authorization, [refuseLookers, refuseStrangers], begin);
  mount(callback, [refuseLookers], finish);

  for (const page of HAND_OFF_PAGES) {
    app.use(page, async (context: Context, next) => {
      await next();
      hide(context.res.headers);
      // A page that failed takes no tokens out of its address: they leave it here.
      const hasQuery = new URL(context.req.url).search !== '';
      if (context.res.status >= 400 && hasQuery) context.res = goTo(context, page);
    });
  }
};

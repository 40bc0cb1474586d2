import type { Context, Hono } from 'hono';
import { loginPaths } from '#platform/contract/login-paths.ts';
import { providers, type Provider } from '#platform/contract/social-providers.ts';
import type { Deps } from '#platform/server/deps.ts';
import { readCaller } from '#platform/server/http/caller.ts';
import type { RateLimiter } from '#platform/server/http/overload/rate-limiter.ts';
import type { OauthProvider } from '#platform/server/ports/oauth/oauth-provider.ts';
import { oauthCookie } from '../sessions/random-cookie.ts';
import { handleOauthCallback, trialPath } from './oauth-callback.ts';
import { generateLoginSecrets, createOauthTransaction, isTrialState } from './oauth-transactions.ts';

/** Not in the contract, because browsers navigate to these paths and no script calls them. */
export const SOCIAL_LOGIN_PATHS = [
  '/oauth2/authorization/:provider',
  '/login/oauth2/code/:provider',
] as const;
/** The pages that receive handoff tokens in their URL. */
const HANDOFF_PAGES = [loginPaths.oauthSuccess, loginPaths.socialExtra] as const;

/** The page to which a failed login redirects, unless it is a trial with a result. Without tokens in its URL it shows an error. */
const FAILURE_PATH = loginPaths.oauthSuccess;

const readErrorField = (error: Error, name: string): string | undefined => {
  const value: unknown = Reflect.get(error, name);
  // The value may come from the URL, so it is used only in a safe form.
  return typeof value === 'string' && /^\w{1,60}$/.test(value) ? value : undefined;
};

/** Returns what the log may contain of an error: its message and details can contain codes and tokens. */
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

/** Answers prefetches and HEAD requests without starting a login or consuming one. */
const ignorePrefetch = (context: Context): Response | null => {
  const purpose = `${context.req.header('sec-purpose') ?? ''} ${context.req.header('purpose') ?? ''}`;
  const isPrefetch = /prefetch|preview|prerender/i.test(purpose);
  if (context.req.method !== 'HEAD' && !isPrefetch) return null;
  setPrivateHeaders(context.res.headers);
  return context.body(null, isPrefetch ? 503 : 204);
};

/**
 * Pages of other origins cannot start a login: they would use up the visitor's rate limit and sign them in without consent. Links on
 * such pages lead to the login page. Browsers that do not send Fetch Metadata are trusted.
 */
const requireSameSite = (context: Context): Response | null => {
  const site = context.req.header('sec-fetch-site') ?? 'none';
  return site === 'none' || site === 'same-origin' ? null : redirectTo(context, loginPaths.login);
};

/** Whether the login is a trial: `?trial=on` at its beginning, then the state that it returns with. */
const isTrial = ({ req }: Context): boolean =>
  req.query('trial') === 'on' || isTrialState(req.query('state') ?? '');

const findProvider = (deps: Deps, name: string): readonly [Provider, OauthProvider] | null => {
  const provider = providers.find((one) => one === name);
  const port = provider === undefined ? undefined : deps.oauth[provider];
  return provider === undefined || port === undefined ? null : [provider, port];
};

/** Mounts the login redirect and the callback of each configured provider. Those of others are passed on like unknown paths. */
export const mountSocialLogin = (app: Hono, limitRate: RateLimiter, deps: Deps): void => {
  const begin = async (context: Context, provider: Provider, port: OauthProvider): Promise<string> => {
    const caller = readCaller(context, deps.env.trustProxy);
    // Also limits the callbacks that reach the provider, because each of those needs a login that began here.
    await limitRate('socialLogin', caller);
    const secrets = generateLoginSecrets(deps, isTrial(context));
    const url = await port.createAuthorizationUrl(secrets);
    const browser = oauthCookie.read(deps, caller) ?? oauthCookie.generate();
    await createOauthTransaction(deps, { provider, browser }, secrets);
    context.header('set-cookie', oauthCookie.serialize(deps, browser), { append: true });
    return url.href;
  };

  const finish = (context: Context, provider: Provider, port: OauthProvider): Promise<string | null> => {
    const caller = readCaller(context, deps.env.trustProxy);
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
        const failure = describeFailure(error);
        deps.log.warn({ event: 'social_login_failed', provider, ...failure });
        return isTrial(context) ? trialPath(provider, failure['error'] ?? 'failed') : null;
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
      // An error page lacks the script that removes the tokens from the URL, so the browser is redirected to the path without them.
      const hasQuery = new URL(context.req.url).search !== '';
      if (context.res.status >= 400 && hasQuery) context.res = redirectTo(context, page);
    });
  }
};

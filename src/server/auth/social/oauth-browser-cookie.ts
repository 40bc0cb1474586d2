import { createHash, randomBytes } from 'node:crypto';
import { parse, serialize } from 'hono/utils/cookie';
import type { Deps } from '#server/deps.ts';

type CookieDeps = Pick<Deps, 'settings'>;

/** Covers the login at the provider and the hand-off after it, in seconds. */
const COOKIE_TTL_S = 15 * 60;
const COOKIE_PATTERN = /^[\w-]{43}$/;

const isSecure = ({ settings }: CookieDeps): boolean => settings.publicUrl.startsWith('https:');
// Browsers accept the `__Host-` prefix only from secure origins; it prevents other hosts of the domain from setting the cookie.
const cookieNameOf = (deps: CookieDeps): string => (isSecure(deps) ? '__Host-oauth_txn' : 'oauth_txn');

/** Reads the cookie that ties a social login and its hand-off tokens to the browser that started it; null in any other browser. */
export const readBrowserCookie = (deps: CookieDeps, cookies: string | null): string | null => {
  const name = cookieNameOf(deps);
  const value = parse(cookies ?? '', name)[name] ?? '';
  return COOKIE_PATTERN.test(value) ? value : null;
};

export const generateBrowserCookie = (): string => randomBytes(32).toString('base64url');

/** The hash under which the cookie is stored. */
export const hashBrowserCookie = (browser: string): Buffer => createHash('sha256').update(browser).digest();

export const serializeBrowserCookie = (deps: CookieDeps, browser: string): string =>
  serialize(cookieNameOf(deps), browser, {
    path: '/',
    maxAge: COOKIE_TTL_S,
    httpOnly: true,
    // The browser returns by a link on the provider's site: with `Strict` it would not send the cookie.
    sameSite: 'Lax',
    secure: isSecure(deps),
  });

import { createHash, randomBytes } from 'node:crypto';
import { parse, serialize } from 'hono/utils/cookie';
import type { Deps } from '#server/deps.ts';

type CookieDeps = Pick<Deps, 'settings'>;

/** In seconds: a login at the provider, and the hand-off after it. */
const COOKIE_TTL_S = 15 * 60;
const COOKIE_PATTERN = /^[\w-]{43}$/;

const isSecure = ({ settings }: CookieDeps): boolean => settings.publicUrl.startsWith('https:');
// Browsers take the prefix only from secure origins; it keeps other hosts of the domain from setting the cookie.
const cookieNameOf = (deps: CookieDeps): string => (isSecure(deps) ? '__Host-oauth_txn' : 'oauth_txn');

/** What ties a login, and the tokens it hands over, to the browser that began it; null in any other. */
export const readBrowserCookie = (deps: CookieDeps, cookies: string | null): string | null => {
  const name = cookieNameOf(deps);
  const value = parse(cookies ?? '', name)[name] ?? '';
  return COOKIE_PATTERN.test(value) ? value : null;
};

export const generateBrowserCookie = (): string => randomBytes(32).toString('base64url');

/** What is stored of it. */
export const hashBrowserCookie = (browser: string): Buffer => createHash('sha256').update(browser).digest();

export const serializeBrowserCookie = (deps: CookieDeps, browser: string): string =>
  serialize(cookieNameOf(deps), browser, {
    path: '/',
    maxAge: COOKIE_TTL_S,
    httpOnly: true,
    // The provider sends the browser back by a link of its own: `Strict` would keep the cookie from it.
    sameSite: 'Lax',
    secure: isSecure(deps),
  });

import { createHash, randomBytes } from 'node:crypto';
import { parse, serialize } from 'hono/utils/cookie';
import type { Deps } from '#server/deps.ts';

type CookieDeps = Pick<Deps, 'settings'>;

/** In seconds: a login at the provider, and the hand-off after it. */
const LIFE = 15 * 60;
const SHAPE = /^[\w-]{43}$/;

const isSecure = ({ settings }: CookieDeps): boolean => settings.publicUrl.startsWith('https:');
// Browsers take the prefix only from secure origins; it keeps other hosts of the domain from setting the cookie.
const nameOf = (deps: CookieDeps): string => (isSecure(deps) ? '__Host-oauth_txn' : 'oauth_txn');

/** What ties a login, and the tokens it hands over, to the browser that began it; null in any other. */
export const readBrowser = (deps: CookieDeps, cookies: string | null): string | null => {
  const name = nameOf(deps);
  const value = parse(cookies ?? '', name)[name] ?? '';
  return SHAPE.test(value) ? value : null;
};

export const drawBrowser = (): string => randomBytes(32).toString('base64url');

/** What is stored of it. */
export const hashBrowser = (browser: string): Buffer => createHash('sha256').update(browser).digest();

export const writeBrowser = (deps: CookieDeps, browser: string): string =>
  serialize(nameOf(deps), browser, {
    path: '/',
    maxAge: LIFE,
    httpOnly: true,
    // The provider sends the browser back by a link of its own: `Strict` would keep the cookie from it.
    sameSite: 'Lax',
    secure: isSecure(deps),
  });

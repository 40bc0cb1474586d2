import { createHash, randomBytes } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { readCookie, serializeCookie } from '#server/http/cookies.ts';

type CookieDeps = Pick<Deps, 'settings'>;

/** Covers the login at the provider and the hand-off after it, in seconds. */
const COOKIE_TTL_S = 15 * 60;
const COOKIE_PATTERN = /^[\w-]{43}$/;
const COOKIE_NAME = 'oauth_txn';

/** Reads the cookie that ties a social login and its hand-off tokens to the browser that started it; null in any other browser. */
export const readBrowserCookie = (deps: CookieDeps, cookies: string | null): string | null => {
  const value = readCookie(deps, COOKIE_NAME, cookies);
  return COOKIE_PATTERN.test(value) ? value : null;
};

export const generateBrowserCookie = (): string => randomBytes(32).toString('base64url');

export const hashBrowserCookie = (browser: string): Buffer => createHash('sha256').update(browser).digest();

export const serializeBrowserCookie = (deps: CookieDeps, browser: string): string =>
  serializeCookie(deps, COOKIE_NAME, browser, COOKIE_TTL_S);

import { createHash, randomBytes } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { readCookie, serializeCookie } from '#server/http/cookies.ts';

const COOKIE_NAME = 'guest';
const COOKIE_PATTERN = /^[\w-]{43}$/;
/** A guest cannot hold the same slot twice on one day. */
const COOKIE_TTL_S = 24 * 3_600;

/** Reads the cookie that identifies a visitor who holds a slot without being logged in. */
export const readGuestCookie = (deps: Pick<Deps, 'settings'>, caller: Caller): string | null => {
  const value = readCookie(deps, COOKIE_NAME, caller.header('cookie'));
  return COOKIE_PATTERN.test(value) ? value : null;
};

export const generateGuestCookie = (): string => randomBytes(32).toString('base64url');

/** The hash under which a guest's hold is stored. */
export const hashGuestCookie = (cookie: string): Buffer => createHash('sha256').update(cookie).digest();

/** The hash of the caller's cookie; null without one. */
export const readGuestHash = (deps: Pick<Deps, 'settings'>, caller: Caller): Buffer | null => {
  const cookie = readGuestCookie(deps, caller);
  return cookie === null ? null : hashGuestCookie(cookie);
};

export const serializeGuestCookie = (deps: Pick<Deps, 'settings'>, cookie: string): string =>
  serializeCookie(deps, COOKIE_NAME, cookie, COOKIE_TTL_S);

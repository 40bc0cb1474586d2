import { createHash, randomBytes } from 'node:crypto';
import type { Deps } from '#platform/server/deps.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { readCookie, serializeCookie } from '#platform/server/http/cookies.ts';

type CookieDeps = Pick<Deps, 'env'>;
type Sender = Pick<Caller, 'header'>;

const VALUE_PATTERN = /^[\w-]{43}$/;

/** A cookie with a random value. The database has only its hash. */
const createRandomCookie = (name: string, ttlS: number) => {
  const hash = (value: string): Buffer => createHash('sha256').update(value).digest();
  /** Null without a well-formed cookie. */
  const read = (deps: CookieDeps, caller: Sender): string | null => {
    const value = readCookie(deps, name, caller.header('cookie'));
    return VALUE_PATTERN.test(value) ? value : null;
  };
  const readHash = (deps: CookieDeps, caller: Sender): Buffer | null => {
    const value = read(deps, caller);
    return value === null ? null : hash(value);
  };
  const generate = (): string => randomBytes(32).toString('base64url');
  const serialize = (deps: CookieDeps, value: string): string => serializeCookie(deps, name, value, ttlS);
  return { hash, read, readHash, generate, serialize };
};

/**
 * Identifies a visitor who holds a slot without being logged in. The cookie lasts 24 hours, because a guest may hold each slot once a day.
 */
export const guestCookie = createRandomCookie('guest', 24 * 3_600);

/**
 * Ties a social login and its handoff tokens to the browser that started it. Lasts for the login at the provider and the handoff after it.
 */
export const oauthCookie = createRandomCookie('oauth_txn', 15 * 60);

import { loginPaths } from '../../../contract/login-paths.ts';

const KEY = 'returnTo';
const NOTE_KEY = 'returnNote';

/** Steps of a login. Redirecting to one after the login would loop. */
const steps: readonly string[] = [loginPaths.login, loginPaths.oauthSuccess, loginPaths.socialExtra];

const isReturnable = (path: string): boolean =>
  /^\/(?!\/)/.test(path) && !steps.includes(path.replace(/[?#].*$/s, ''));

// Stored in the session storage and not in the URL, so that an external link cannot choose the target.
/** `note` says in the steps of the login what waits at the path. */
export const saveReturnPath = (path = `${location.pathname}${location.search}`, note = ''): void => {
  if (!isReturnable(path)) return;
  try {
    sessionStorage.setItem(KEY, path);
    if (note === '') sessionStorage.removeItem(NOTE_KEY);
    else sessionStorage.setItem(NOTE_KEY, note);
  } catch {
    // Without storage the login redirects to the home page.
  }
};

/** The note of the path to redirect to after a login; empty when there is none. */
export const readReturnNote = (): string => {
  try {
    return sessionStorage.getItem(NOTE_KEY) ?? '';
  } catch {
    return '';
  }
};

/** Returns and removes the path to redirect to after a login; `fallback` when there is none. */
export const consumeReturnPath = (fallback: string = loginPaths.home): string => {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    sessionStorage.removeItem(NOTE_KEY);
    if (path !== null && isReturnable(path)) return path;
  } catch {
    // Falls through to the fallback.
  }
  return fallback;
};

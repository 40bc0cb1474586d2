import { loginPaths } from '../../../contract/login-paths.ts';
import { tryStorage } from './try-storage.ts';

/** A key in the session storage. */
export const RETURN_PATH_KEY = 'returnTo';

/** Steps of a login, to which the login must not lead back. */
const steps: readonly string[] = [loginPaths.login, loginPaths.oauthSuccess, loginPaths.socialExtra];

const isReturnable = (path: string): boolean =>
  /^\/(?!\/)/.test(path) && !steps.includes(path.replace(/[?#].*$/s, ''));

// Stored in the session storage and not in the URL, so that an external link cannot choose the target.
export const saveReturnPath = (path = `${location.pathname}${location.search}`): void => {
  if (isReturnable(path)) tryStorage(() => sessionStorage.setItem(RETURN_PATH_KEY, path));
};

/** Returns and removes the path to redirect to after a login; `fallback` when there is none. */
export const consumeReturnPath = (fallback: string = loginPaths.home): string => {
  const path = tryStorage(() => sessionStorage.getItem(RETURN_PATH_KEY)) ?? '';
  tryStorage(() => sessionStorage.removeItem(RETURN_PATH_KEY));
  return isReturnable(path) ? path : fallback;
};

import { paths } from '#web/paths.ts';

const KEY = 'returnTo';

/** Steps of a login themselves: whoever is through with it would be led back into it. */
const loginPaths: readonly string[] = [paths.login(), paths.oauthSuccess(), paths.socialExtra()];

const isReturnable = (path: string): boolean =>
  /^\/(?!\/)/.test(path) && !loginPaths.includes(path.replace(/[?#].*$/s, ''));

// Kept in the session storage, never in the address: a link from elsewhere cannot choose where a login leads.
export const saveReturnPath = (): void => {
  const path = `${location.pathname}${location.search}`;
  if (!isReturnable(path)) return;
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // The login then leads home.
  }
};

/** Where to go after logging in: the page the visitor was sent from, once; else home. */
export const consumeReturnPath = (): string => {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (path !== null && isReturnable(path)) return path;
  } catch {
    // Falls through to home.
  }
  return paths.home();
};

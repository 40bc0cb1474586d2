import { paths } from '#web/paths.ts';

const KEY = 'returnTo';

/** Steps of the login, to which a completed login must not redirect. */
const loginPaths: readonly string[] = [paths.login(), paths.oauthSuccess(), paths.socialExtra()];

const isReturnable = (path: string): boolean =>
  /^\/(?!\/)/.test(path) && !loginPaths.includes(path.replace(/[?#].*$/s, ''));

// Stored in sessionStorage, never in the URL, so that a link cannot choose the redirect target.
export const saveReturnPath = (): void => {
  const path = `${location.pathname}${location.search}`;
  if (!isReturnable(path)) return;
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // Without storage the login redirects home.
  }
};

/** Returns the path to redirect to after a login: the requesting page, once; otherwise home. */
export const consumeReturnPath = (): string => {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (path !== null && isReturnable(path)) return path;
  } catch {
    // Continues to home.
  }
  return paths.home();
};

import { paths } from '#web/paths.ts';

const KEY = 'returnTo';

// Kept in the session storage, never in the address: a link from elsewhere cannot choose where a login leads.
export const rememberReturn = (): void => {
  try {
    sessionStorage.setItem(KEY, `${location.pathname}${location.search}`);
  } catch {
    // The login then leads home.
  }
};

/** Where to go after logging in: the page the visitor was sent from, once; else home. */
export const takeReturn = (): string => {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (path !== null && /^\/(?!\/)/.test(path)) return path;
  } catch {
    // Falls through to home.
  }
  return paths.home();
};

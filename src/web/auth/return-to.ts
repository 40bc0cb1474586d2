import { paths } from '#web/paths.ts';

const KEY = 'returnTo';

/** Steps of a login themselves: whoever is through with it would be led back into it. */
const stepsOfLogin: readonly string[] = [paths.login(), paths.oauthSuccess(), paths.socialExtra()];

const leadsOn = (path: string): boolean =>
  /^\/(?!\/)/.test(path) && !stepsOfLogin.includes(path.replace(/[?#].*$/s, ''));

// Kept in the session storage, never in the address: a link from elsewhere cannot choose where a login leads.
export const rememberReturn = (): void => {
  const path = `${location.pathname}${location.search}`;
  if (!leadsOn(path)) return;
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // The login then leads home.
  }
};

/** Where to go after logging in: the page the visitor was sent from, once; else home. */
export const takeReturn = (): string => {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (path !== null && leadsOn(path)) return path;
  } catch {
    // Falls through to home.
  }
  return paths.home();
};

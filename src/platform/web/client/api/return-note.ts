import { RETURN_PATH_KEY, saveReturnPath } from './redirect-after-login.ts';

const KEY = 'returnNote';

/** Saves the path to redirect to after a login, and what the steps of the login say about it. */
export const saveNotedReturnPath = (path: string, note: string): void => {
  saveReturnPath(path);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path, note }));
  } catch {
    // Without storage the login redirects to the home page.
  }
};

/** The note of the path to redirect to after a login; empty when there is none. */
export const readReturnNote = (): string => {
  try {
    const { path, note } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Record<string, string>>;
    return path === sessionStorage.getItem(RETURN_PATH_KEY) ? (note ?? '') : '';
  } catch {
    return '';
  }
};

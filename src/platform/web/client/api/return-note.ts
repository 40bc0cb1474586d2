import { RETURN_PATH_KEY, saveReturnPath } from './redirect-after-login.ts';
import { tryStorage } from './try-storage.ts';

const KEY = 'returnNote';

interface Note {
  readonly path: string;
  readonly note: string;
  readonly expiresAt: number;
}

/** Saves the path to redirect to after a login, and a note to show until `expiresAt` (milliseconds since 1970). */
export const saveNotedReturnPath = (path: string, note: string, expiresAt: number): void => {
  saveReturnPath(path);
  tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify({ path, note, expiresAt })));
};

/** The note saved with the path to redirect to after a login; empty when there is none or it has expired. */
export const readReturnNote = (): string =>
  tryStorage(() => {
    const saved = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Note | null;
    const isCurrent = saved?.path === sessionStorage.getItem(RETURN_PATH_KEY) && Date.now() < saved.expiresAt;
    return isCurrent ? saved.note : '';
  }) ?? '';

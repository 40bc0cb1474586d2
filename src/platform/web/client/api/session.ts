import { useSyncExternalStore } from 'react';
import { readClaims } from './token-claims.ts';
import { tryStorage } from './try-storage.ts';

/** A login in the local storage. The role only decides what is displayed; the server authorizes. */
export interface StoredSession {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly name: string;
  readonly role: string;
}

const keys = ['accessToken', 'refreshToken', 'name', 'role'] as const;
const listeners = new Set<() => void>();
let current: StoredSession | null = null;
let isRead = false;
let sessionEpoch = 0;

const readStorage = (): StoredSession | null => {
  const stored = tryStorage(() => keys.map((key) => localStorage.getItem(key)));
  const [accessToken, refreshToken, name, role] = stored ?? [];
  if (!accessToken || !refreshToken) return null;
  return { accessToken, refreshToken, name: name ?? '', role: role ?? '' };
};

export const isAdmin = (role: string): boolean => role.toUpperCase().includes('ADMIN');

/** Sets `data-auth`, by which CSS shows the menu of the visitor's role. An inline script of the document sets it before this code loads. */
const updateAuthAttribute = (session: StoredSession | null): void => {
  const auth = session === null ? 'guest' : isAdmin(session.role) ? 'admin' : 'member';
  document.documentElement.dataset['auth'] = auth;
};

/** True when the tokens are known to belong to different sessions. Refreshed tokens keep their session id. */
const isDifferentSession = (one: StoredSession, other: StoredSession): boolean => {
  const [sessionId, otherId] = [one, other].map(({ accessToken }) => readClaims(accessToken).sessionId);
  return sessionId !== null && otherId !== null && sessionId !== otherId;
};

const applySession = (session: StoredSession | null): void => {
  // Ends the current session before applying a different one, so that listeners clear the previous member's data.
  if (session !== null && current !== null && isDifferentSession(session, current)) applySession(null);
  if (session === null && current !== null) sessionEpoch += 1;
  current = session;
  isRead = true;
  updateAuthAttribute(session);
  for (const listener of listeners) listener();
};

export const readSession = (): StoredSession | null => {
  if (!isRead) {
    current = readStorage();
    isRead = true;
  }
  return current;
};

/** Number of sessions that ended since the page was loaded. A refresh does not count. */
export const readSessionEpoch = (): number => sessionEpoch;

export const writeSession = (session: StoredSession): void => {
  tryStorage(() => keys.forEach((key) => localStorage.setItem(key, session[key])));
  applySession(session);
};

/** Changes the current session, if there is one. */
export const updateSession = (change: Partial<StoredSession>): void => {
  const session = readSession();
  if (session !== null) writeSession({ ...session, ...change });
};

export const clearSession = (): void => {
  tryStorage(() => keys.forEach((key) => localStorage.removeItem(key)));
  applySession(null);
};

/** Rereads the stored session, because another tab may have changed it. */
export const reloadSession = (): StoredSession | null => {
  const stored = readStorage();
  if (keys.some((key) => stored?.[key] !== current?.[key])) applySession(stored);
  return current;
};

/** Calls `listener` after changes of the session in any tab. Returns the unsubscribe function. On the server there is no session. */
export const subscribeSession = (listener: () => void): (() => void) => {
  if (typeof addEventListener === 'undefined') return () => undefined;
  if (listeners.size === 0) addEventListener('storage', reloadSession);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', reloadSession);
  };
};

/** The current session; null for a guest, on the server and during hydration. */
export const useSession = (): StoredSession | null =>
  useSyncExternalStore(subscribeSession, readSession, () => null);

/** A React key that changes when a session ends, to reset state that belongs to it. */
export const useSessionKey = (): number => useSyncExternalStore(subscribeSession, readSessionEpoch, () => 0);

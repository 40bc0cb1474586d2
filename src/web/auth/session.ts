import { useSyncExternalStore } from 'react';
import type { TokenPair } from '#contract/auth.ts';
import { readClaims } from './token-claims.ts';

/** The session in localStorage. The role only affects what is shown; the server decides what is allowed. */
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
  try {
    const [accessToken, refreshToken, name, role] = keys.map((key) => localStorage.getItem(key));
    if (!accessToken || !refreshToken) return null;
    return { accessToken, refreshToken, name: name ?? '', role: role ?? '' };
  } catch {
    // Storage is blocked, so the visitor is treated as a guest.
    return null;
  }
};

export const isAdmin = (role: string): boolean => role.toUpperCase().includes('ADMIN');

/** Sets `data-auth`, by which CSS shows the right menu before our scripts have loaded. */
const updateAuthAttribute = (session: StoredSession | null): void => {
  const auth = session === null ? 'guest' : isAdmin(session.role) ? 'admin' : 'member';
  document.documentElement.dataset['auth'] = auth;
};

/** Tokens that were refreshed name the same session; another login at this browser names another. */
const isDifferentSession = (one: StoredSession, other: StoredSession): boolean => {
  const [sessionId, otherId] = [one, other].map(({ accessToken }) => readClaims(accessToken).sessionId);
  return typeof sessionId === 'string' && typeof otherId === 'string' && sessionId !== otherId;
};

const applySession = (session: StoredSession | null): void => {
  // One session ends before the next begins, also where the storage told of both at once.
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

/** How many sessions have ended while this page was open: a refreshed one is still the same. */
export const readSessionEpoch = (): number => sessionEpoch;

export const writeSession = (session: StoredSession): void => {
  try {
    for (const key of keys) localStorage.setItem(key, session[key]);
  } catch {
    // Kept for this page only.
  }
  applySession(session);
};

export const replaceTokens = ({ accessToken, refreshToken }: TokenPair): void => {
  const { name = '', role = '' } = readSession() ?? {};
  writeSession({ accessToken, refreshToken, name, role });
};

export const clearSession = (): void => {
  try {
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
  applySession(null);
};

/** Reads again what another tab has written: before a refresh, and on `storage` events. */
export const reloadSession = (): StoredSession | null => {
  const stored = readStorage();
  if (keys.some((key) => stored?.[key] !== current?.[key])) applySession(stored);
  return current;
};

/** Calls `listener` after each change, whichever tab made it. Answers how to stop. */
export const subscribeSession = (listener: () => void): (() => void) => {
  if (listeners.size === 0) addEventListener('storage', reloadSession);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', reloadSession);
  };
};

/** The session of this browser; null for a guest and while the server's page is taken over. */
export const useSession = (): StoredSession | null =>
  useSyncExternalStore(subscribeSession, readSession, () => null);

/** A key for what belongs to one session alone: another begins with it anew. */
export const useSessionKey = (): number => useSyncExternalStore(subscribeSession, readSessionEpoch, () => 0);

import { revokeSession } from './revoke-session.ts';
import { clearSession, readSession, writeSession, type StoredSession } from './session.ts';
import { measureClockSkew } from './token-claims.ts';

/**
 * Stores the session of a new login. Revokes the previously stored session on the server in the background, because its tokens
 * are overwritten here.
 */
export const openSession = (session: StoredSession): void => {
  measureClockSkew(session.accessToken);
  const replaced = readSession();
  if (replaced !== null) {
    revokeSession(replaced).catch(() => undefined);
    clearSession();
  }
  writeSession(session);
};

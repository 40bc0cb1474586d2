import { revokeSession } from './revoke-session.ts';
import { clearSession, readSession, writeSession } from './session.ts';
import type { StoredSession } from './session.ts';
import { measureClockSkew } from './token-claims.ts';

/**
 * Stores the session of a login that was just answered. The session that was stored before is ended on the server in the
 * background: nothing would be left to end it with.
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

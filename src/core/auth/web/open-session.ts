import {
  clearSession,
  readSession,
  writeSession,
  type StoredSession,
} from '#platform/web/client/api/session.ts';
import { measureClockSkew } from '#platform/web/client/api/token-claims.ts';
import { revokeSession } from './revoke-session.ts';

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

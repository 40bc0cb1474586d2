import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { logLogin, revokeSession } from './queries.ts';
import { LOGOUT_LEEWAY } from './session-limits.ts';
import { readAccessToken } from './tokens.ts';

/** Ends the session that the access token names, also one that expired within a day. Harmless without one, and again. */
export const logOut = async (deps: Deps, { bearer, address, userAgent }: Caller): Promise<void> => {
  const subject = bearer === null ? null : await readAccessToken(deps, bearer, LOGOUT_LEEWAY);
  if (subject === null) return;
  const { memberId, sessionId } = subject;
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const wasAlive = await revokeSession(tx, sessionId, now);
    if (wasAlive) await logLogin(tx, { memberId, outcome: 'LOGOUT', address, userAgent, at: now });
  });
};

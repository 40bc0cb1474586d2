import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { recordLoginEvent, revokeSession } from '#server/auth/queries.ts';
import { LOGOUT_GRACE_MS } from './session-limits.ts';
import { verifyAccessToken } from './access-tokens.ts';

/** Revokes the session of the access token, which may have expired within the last day. Idempotent; does nothing without a token. */
export const logOut = async (deps: Deps, { bearer, ip, userAgent }: Caller, now: Date): Promise<void> => {
  const subject = bearer === null ? null : await verifyAccessToken(deps, bearer, LOGOUT_GRACE_MS);
  if (subject === null) return;
  const { memberId, sessionId } = subject;
  await deps.db.transaction(async (tx) => {
    const wasAlive = await revokeSession(tx, sessionId, now);
    if (wasAlive) await recordLoginEvent(tx, { memberId, outcome: 'LOGOUT', ip, userAgent, occurredAt: now });
  });
};

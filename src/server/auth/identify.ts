import { and, eq } from 'drizzle-orm';
import { members, sessions } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Member } from '#server/http/implement.ts';
import { isLiveSession } from './queries.ts';
import { readAccessToken } from './tokens.ts';

/**
 * The member behind a bearer token, or null. Session and member are looked up at each request, so that a logout or a
 * lost role counts at once, on every instance.
 */
export const createIdentify =
  (deps: Pick<Deps, 'db' | 'clock' | 'authSecret' | 'settings' | 'log'>) =>
  async (bearer: string): Promise<Member | null> => {
    const subject = await readAccessToken(deps, bearer);
    if (subject === null) return null;
    const { id, loginId, name, role, status } = members;
    const [row] = await deps.db
      .select({ id, loginId, name, role, status })
      .from(sessions)
      .innerJoin(members, eq(members.id, sessions.memberId))
      .where(
        and(
          eq(sessions.id, subject.sessionId),
          eq(members.id, subject.memberId),
          isLiveSession(deps.clock.now()),
        ),
      );
    if (row === undefined) return null;
    return {
      id: row.id,
      sessionId: subject.sessionId,
      loginId: row.loginId,
      name: row.name,
      role: row.role,
      isPending: row.status === 'PENDING_SOCIAL',
    };
  };

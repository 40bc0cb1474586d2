import { and, eq, exists, gt, isNull, sql } from 'drizzle-orm';
import type { Placeholder } from 'drizzle-orm';
import { prepared } from '#server/db/prepared.ts';
import { members, refreshTokens, sessions } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import type { Member } from '#server/http/implement.ts';
import { isLiveSession } from './queries.ts';
import { hashBrowser, readBrowser } from './social/browser-cookie.ts';
import { readAccessToken } from './tokens.ts';

const { placeholder } = sql;

type IdentifyDeps = Pick<Deps, 'db' | 'clock' | 'authSecret' | 'settings' | 'log'>;

/** A hand-off token counts in the browser it was handed to, and until its twin is exchanged. */
const isHandedOver = (
  { db, clock, settings }: IdentifyDeps,
  caller: Pick<Caller, 'header'>,
  sessionId: string,
) => {
  const browser = readBrowser({ settings }, caller.header('cookie'));
  if (browser === null) return null;
  const twin = and(
    eq(refreshTokens.sessionId, sessionId),
    eq(refreshTokens.browserHash, hashBrowser(browser)),
    isNull(refreshTokens.usedAt),
    gt(refreshTokens.expiresAt, clock.now()),
  );
  return exists(db.select({ sessionId: refreshTokens.sessionId }).from(refreshTokens).where(twin));
};

const { id, loginId, name, role, status } = members;

const selectMember = (db: Pick<Deps['db'], 'select'>) =>
  db
    .select({ id, loginId, name, role, status })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId));

const isOf = (sessionId: string | Placeholder, memberId: string | Placeholder) =>
  and(eq(sessions.id, sessionId), eq(members.id, memberId));

const liveMember = prepared((db) =>
  selectMember(db)
    .where(and(isOf(placeholder('sessionId'), placeholder('memberId')), isLiveSession(placeholder('now'))))
    .prepare('identify'),
);

/**
 * The member behind a bearer token, or null. Session and member are looked up at each request, so that a logout or a
 * lost role counts at once, on every instance.
 */
export const createIdentify =
  (deps: IdentifyDeps) =>
  async (bearer: string, caller: Pick<Caller, 'header'>): Promise<Member | null> => {
    const subject = readAccessToken(deps, bearer);
    if (subject === null) return null;
    const { isHandOff, sessionId } = subject;
    const handedOver = isHandOff ? isHandedOver(deps, caller, sessionId) : undefined;
    if (handedOver === null) return null;
    const asked = { sessionId, memberId: subject.memberId };
    const [row] = await (handedOver === undefined
      ? liveMember(deps.db).execute({ ...asked, now: deps.clock.now().toISOString() })
      : selectMember(deps.db).where(
          and(isOf(asked.sessionId, asked.memberId), isLiveSession(deps.clock.now()), handedOver),
        ));
    if (row === undefined) return null;
    return {
      id: row.id,
      sessionId,
      loginId: row.loginId,
      name: row.name,
      role: row.role,
      isPending: row.status === 'PENDING_SOCIAL',
      isHandOff,
    };
  };

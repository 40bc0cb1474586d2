import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { definePrepared } from '#server/db/define-prepared.ts';
import { members, refreshTokens, sessions } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import type { Member } from '#server/http/implement.ts';
import { isLiveSession } from './queries.ts';
import { hashBrowser, readBrowser } from './social/browser-cookie.ts';
import { readAccessToken } from './tokens.ts';

type IdentifyDeps = Pick<Deps, 'db' | 'clock' | 'authSecret' | 'settings' | 'log'>;

/** A hand-off token counts in the browser it was issued to, until its refresh token is exchanged. */
const isHandedOver = async (
  { db, clock, settings }: IdentifyDeps,
  caller: Pick<Caller, 'header'>,
  sessionId: string,
): Promise<boolean> => {
  const browser = readBrowser({ settings }, caller.header('cookie'));
  if (browser === null) return false;
  const refreshToken = and(
    eq(refreshTokens.sessionId, sessionId),
    eq(refreshTokens.browserHash, hashBrowser(browser)),
    isNull(refreshTokens.usedAt),
    gt(refreshTokens.expiresAt, clock.now()),
  );
  return (await db.$count(refreshTokens, refreshToken)) > 0;
};

const { placeholder } = sql;
const { id, loginId, name, role, status } = members;

const isSubject = and(
  eq(sessions.id, placeholder('sessionId')),
  eq(members.id, placeholder('memberId')),
  isLiveSession(placeholder('now')),
);
const member = definePrepared((db) =>
  db
    .select({ id, loginId, name, role, status })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(isSubject)
    .prepare('identify'),
);

/**
 * The member behind a bearer token, or null. Session and member are read from the database at each request, so that a logout
 * or a lost role counts at once, on every instance.
 */
export const createIdentify =
  (deps: IdentifyDeps) =>
  async (bearer: string, caller: Pick<Caller, 'header'>): Promise<Member | null> => {
    const subject = await readAccessToken(deps, bearer);
    if (subject === null) return null;
    const { isHandOff, sessionId, memberId } = subject;
    if (isHandOff && !(await isHandedOver(deps, caller, sessionId))) return null;
    const now = deps.clock.now().toISOString();
    const [row] = await member(deps.db).execute({ sessionId, memberId, now });
    if (row === undefined) return null;
    const { status: memberStatus, ...found } = row;
    return { ...found, sessionId, isPending: memberStatus === 'PENDING_SOCIAL', isHandOff };
  };

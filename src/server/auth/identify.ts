import { and, eq, exists, gt, isNull, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { definePrepared } from '#server/db/define-prepared.ts';
import { members, refreshTokens, sessions } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import type { Member } from '#server/http/implement.ts';
import { isLiveSession } from './queries.ts';
import { hashBrowser, readBrowser } from './social/browser-cookie.ts';
import { readAccessToken } from './tokens.ts';

type IdentifyDeps = Pick<Deps, 'db' | 'clock' | 'authSecret' | 'settings' | 'log'>;

/** The condition of a hand-off token: it counts in the browser it was issued to, until its refresh token is exchanged. */
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

const { placeholder } = sql;
const { id, loginId, name, role, status } = members;

const selectMember = (db: Db) =>
  db
    .select({ id, loginId, name, role, status })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId));

const isSubject = and(
  eq(sessions.id, placeholder('sessionId')),
  eq(members.id, placeholder('memberId')),
  isLiveSession(placeholder('now')),
);
const member = definePrepared((db) => selectMember(db).where(isSubject).prepare('identify'));

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
    const handedOver = isHandOff ? isHandedOver(deps, caller, sessionId) : undefined;
    if (handedOver === null) return null;
    const { db, clock } = deps;
    const statement =
      handedOver === undefined
        ? member(db)
        : selectMember(db).where(and(isSubject, handedOver)).prepare('identify_handed_over');
    const [row] = await statement.execute({ sessionId, memberId, now: clock.now().toISOString() });
    if (row === undefined) return null;
    const { status: memberStatus, ...found } = row;
    return { ...found, sessionId, isPending: memberStatus === 'PENDING_SOCIAL', isHandOff };
  };

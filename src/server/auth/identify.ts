import { and, eq, exists, gt, isNull } from 'drizzle-orm';
import { members, refreshTokens, sessions } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import type { Member } from '#server/http/implement.ts';
import { createFindLiveMember, selectMembers } from './find-live-members.ts';
import type { LiveMember } from './find-live-members.ts';
import { isLiveSession } from './queries.ts';
import { hashBrowser, readBrowser } from './social/browser-cookie.ts';
import { readAccessToken } from './tokens.ts';
import type { AccessSubject } from './tokens.ts';

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

/**
 * The member behind a bearer token, or null. Session and member are looked up at each request, so that a logout or a
 * lost role counts at once, on every instance.
 */
export const createIdentify = (deps: IdentifyDeps) => {
  const findLiveMember = createFindLiveMember(deps);

  /** One who was handed over is looked up with what must hold for that. */
  const findHandedOver = async (
    { sessionId, memberId }: AccessSubject,
    caller: Pick<Caller, 'header'>,
  ): Promise<LiveMember | null> => {
    const handedOver = isHandedOver(deps, caller, sessionId);
    if (handedOver === null) return null;
    const isOf = and(eq(sessions.id, sessionId), eq(members.id, memberId));
    const [row = null] = await selectMembers(deps.db).where(
      and(isOf, isLiveSession(deps.clock.now()), handedOver),
    );
    return row;
  };

  return async (bearer: string, caller: Pick<Caller, 'header'>): Promise<Member | null> => {
    const subject = readAccessToken(deps, bearer);
    if (subject === null) return null;
    const { isHandOff, sessionId } = subject;
    const row = await (isHandOff ? findHandedOver(subject, caller) : findLiveMember(subject));
    if (row === null) return null;
    const { id, loginId, name, role, status } = row;
    return { id, sessionId, loginId, name, role, isPending: status === 'PENDING_SOCIAL', isHandOff };
  };
};

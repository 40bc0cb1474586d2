import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Role, TokenPair } from '#contract/auth.ts';
import { refuse } from '#contract/errors.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Deps } from '#server/deps.ts';
import { drawRefreshToken, hashRefreshToken } from './refresh-tokens.ts';
import { HAND_OFF_LIFE, sessionLimits } from './session-limits.ts';
import { signAccessToken } from './tokens.ts';

interface NewSession {
  readonly memberId: string;
  readonly role: Role;
  readonly address: string;
  readonly userAgent: string;
  /** The stored hash that the password was found right against; absent when none was asked for. */
  readonly verifiedHash?: string;
  /** Of the browser that the tokens are handed to in an address: only there are they exchanged for others. */
  readonly browserHash?: Buffer;
  /** The failure counter in which this login was counted before it was tried: it is taken back there. */
  readonly countedIn?: string | null;
}

const { placeholder } = sql;

// The function of `0009-in-one-statement.sql`, which also ends the member's oldest sessions and writes the login log.
const started = prepared((db) =>
  db
    .select({ isStarted: sql<boolean>`is_started` })
    .from(
      sql`start_session(
        ${placeholder('memberId')}, ${placeholder('verifiedHash')}, ${placeholder('count')},
        ${placeholder('sessionId')}, ${placeholder('address')}, ${placeholder('userAgent')},
        ${placeholder('now')}, ${placeholder('sessionEnds')},
        ${placeholder('tokenHash')}, ${placeholder('tokenEnds')}, ${placeholder('browserHash')},
        ${placeholder('countedIn')}
      ) as is_started`,
    )
    .prepare('start_session'),
);

/** Signs a member in: a session, its first tokens and the line in the login log. Refuses LOGIN_FAILED when overtaken. */
export const createSession = async (
  deps: Pick<Deps, 'db' | 'clock' | 'authSecret' | 'settings'>,
  { memberId, role, address, userAgent, verifiedHash, browserHash, countedIn }: NewSession,
): Promise<TokenPair> => {
  const now = deps.clock.now();
  const after = (milliseconds: number): string => new Date(now.getTime() + milliseconds).toISOString();
  const { idle, absolute, count } = sessionLimits[role];
  const sessionId = randomUUID();
  const refreshToken = drawRefreshToken();
  const isHandOff = browserHash !== undefined;
  const [row] = await started(deps.db).execute({
    memberId,
    verifiedHash: verifiedHash ?? null,
    count,
    sessionId,
    address,
    userAgent,
    now: now.toISOString(),
    sessionEnds: after(absolute),
    tokenHash: hashRefreshToken(refreshToken),
    tokenEnds: after(isHandOff ? HAND_OFF_LIFE : idle),
    browserHash: browserHash ?? null,
    countedIn: countedIn ?? null,
  });
  // A password changed, or a member gone, since the check: this login came with the old one.
  if (row?.isStarted !== true) throw refuse('LOGIN_FAILED');
  const grant = { memberId, sessionId, role, authenticatedAt: now, isHandOff };
  const accessToken = signAccessToken(deps, grant);
  return { accessToken, refreshToken };
};

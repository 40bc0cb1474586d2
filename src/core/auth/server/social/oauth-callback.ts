import { and, eq, lte } from 'drizzle-orm';
import * as z from 'zod/mini';
import { memberName } from '#platform/contract/fields.ts';
import { loginPaths } from '#platform/contract/login-paths.ts';
import type { Provider } from '#platform/contract/social-providers.ts';
import { encryptText } from '#platform/server/crypto/encrypt-text.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { retentionCutoff } from '#platform/server/jobs/retention-cutoff.ts';
import type { ProviderIdentity, OauthProvider } from '#platform/server/ports/oauth/oauth-provider.ts';
import { CONNECTIONS_PATH } from '../../contract/social-trial.ts';
import { recordLoginEvent } from '../queries.ts';
import { createSession } from '../sessions/create-session.ts';
import { guestCookie, oauthCookie } from '../sessions/random-cookie.ts';
import { members, socialIdentities } from '../tables.ts';
import { consumeOauthTransaction, isTrialState } from './oauth-transactions.ts';
import { PENDING_MEMBER_RETENTION } from './pending-members.ts';
import { encryptedForIdentity } from './provider-tokens.ts';

const { id, name, role, status } = members;
const memberColumns = { id, name, role, status };
type SocialMember = Pick<typeof members.$inferSelect, keyof typeof memberColumns>;

const matchesIdentity = (provider: Provider, subject: string) =>
  and(eq(socialIdentities.provider, provider), eq(socialIdentities.subject, subject));

/** Locks the row of this identity, which is inserted if it is new, and returns the id of its member; null when it has none. */
const lockMemberOfIdentity = async (tx: Tx, provider: Provider, subject: string): Promise<string | null> => {
  await tx.insert(socialIdentities).values({ provider, subject }).onConflictDoNothing();
  const [row] = await tx
    .select({ memberId: socialIdentities.memberId })
    .from(socialIdentities)
    .where(matchesIdentity(provider, subject))
    .for('update');
  return row?.memberId ?? null;
};

/** Until the three consents are given, no name, e-mail address or picture of the person is stored. */
const insertPendingMember = async (tx: Tx, now: Date): Promise<SocialMember> => {
  const [row] = await tx
    .insert(members)
    .values({ name: '', status: 'PENDING_SOCIAL', createdAt: now })
    .returning(memberColumns);
  if (row === undefined) throw new Error('no member was inserted');
  return row;
};

/** Finds a member. Deletes one who has not consented within a day and then returns null, so that this login creates a new one. */
const findSocialMember = async (tx: Tx, memberId: string, now: Date): Promise<SocialMember | null> => {
  const isOver = lte(members.createdAt, retentionCutoff(PENDING_MEMBER_RETENTION, now));
  await tx.delete(members).where(and(eq(id, memberId), eq(status, 'PENDING_SOCIAL'), isOver));
  const [row] = await tx.select(memberColumns).from(members).where(eq(id, memberId));
  return row ?? null;
};

/**
 * Returns the member of this user id at the provider, or creates one. Nothing else in the profile identifies a member. A former member who
 * returns before the identity was unlinked becomes a new member, and the identity is no longer due for unlinking. Keeps the stored token
 * when the provider sends none.
 */
const findOrCreateMember = (
  deps: Pick<Deps, 'db' | 'clock' | 'authSecret'>,
  provider: Provider,
  { subject, refreshToken }: ProviderIdentity,
): Promise<SocialMember> =>
  // Deleting an account and the purge lock the member before the identity, so a deadlock is possible. `transaction` then repeats its work.
  deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const knownId = await lockMemberOfIdentity(tx, provider, subject);
    const known = knownId === null ? null : await findSocialMember(tx, knownId, now);
    const member = known ?? (await insertPendingMember(tx, now));
    const sealed =
      refreshToken === null
        ? undefined
        : encryptText(deps, encryptedForIdentity({ provider, subject }), refreshToken);
    await tx
      .update(socialIdentities)
      .set({ memberId: member.id, unlinkAttempts: 0, unlinkAt: null, refreshToken: sealed })
      .where(matchesIdentity(provider, subject));
    return member;
  });

/** A nickname from a provider is untrusted input: becomes empty when it is no valid name. */
const sanitizeNickname = (nickname: string | null): string => z.safeParse(memberName, nickname).data ?? '';

/** Creates a session and returns the page URL that carries its handoff tokens. */
const issueHandoff = async (
  deps: Deps,
  provider: Provider,
  identity: ProviderIdentity,
  caller: Caller,
  browser: string,
): Promise<string> => {
  const member = await findOrCreateMember(deps, provider, identity);
  const isProfileIncomplete = member.status === 'PENDING_SOCIAL';
  const browserCookieHash = oauthCookie.hash(browser);
  const tokens = await createSession(deps, {
    memberId: member.id,
    role: member.role,
    ip: caller.ip,
    userAgent: caller.userAgent,
    guestHash: guestCookie.readHash(deps, caller),
    browserCookieHash,
  });
  const shownName = isProfileIncomplete ? sanitizeNickname(identity.nickname) : member.name;
  const query = new URLSearchParams({ ...tokens, name: shownName, role: member.role });
  return `${isProfileIncomplete ? loginPaths.socialExtra : loginPaths.oauthSuccess}?${query.toString()}`;
};

/** The page of the connections with the result of a trial: `ok`, the provider's error or `failed`. */
export const trialPath = (provider: Provider, result: string): string =>
  `${CONNECTIONS_PATH}?${new URLSearchParams({ tried: provider, result }).toString()}`;

/**
 * Completes a login when the provider redirects back to the browser that started it. Returns the URL to redirect to, with handoff tokens;
 * null when there is no such login. The URL after a trial has no tokens, and there is no session. Throws when the exchange fails.
 */
export const handleOauthCallback = async (
  deps: Deps,
  provider: Provider,
  port: OauthProvider,
  returned: URLSearchParams,
  caller: Caller,
): Promise<string | null> => {
  const browser = oauthCookie.read(deps, caller);
  const state = returned.get('state') ?? '';
  const secrets = browser === null ? null : await consumeOauthTransaction(deps, { provider, browser }, state);
  if (browser === null || secrets === null) {
    deps.log.warn({ event: 'social_login_refused', provider });
    return null;
  }
  try {
    const identity = await port.exchangeCallback(returned, secrets);
    if (isTrialState(state)) return trialPath(provider, 'ok');
    return await issueHandoff(deps, provider, identity, caller, browser);
  } catch (error) {
    await recordLoginEvent(deps.db, { memberId: null, outcome: 'FAILURE' }, caller, deps.clock.now());
    throw error;
  }
};

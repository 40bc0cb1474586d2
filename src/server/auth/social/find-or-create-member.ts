import { and, eq, lte } from 'drizzle-orm';
import type { Role } from '#contract/auth.ts';
import type { Provider } from '#contract/members/social-providers.ts';
import type { Db } from '#server/db/database.ts';
import { PENDING_MEMBER_RETENTION } from '#server/db/described-tables.ts';
import { members, socialIdentities } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { retentionCutoff } from '#server/jobs/retention-cutoff.ts';
import type { ProviderIdentity } from '#server/ports/oauth/oauth-provider.ts';
import { encryptProviderToken } from './provider-tokens.ts';

interface SocialMember {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly isProfileIncomplete: boolean;
}

type Tx = Pick<Db, 'select' | 'insert' | 'update' | 'delete'>;

const matchesIdentity = (provider: Provider, subject: string) =>
  and(eq(socialIdentities.provider, provider), eq(socialIdentities.subject, subject));

/** Finds and locks the member of this provider identity. */
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
    .returning({ id: members.id });
  if (row === undefined) throw new Error('no member was inserted');
  return { id: row.id, name: '', role: 'MEMBER', isProfileIncomplete: true };
};

/** Null for a member who has not consented within a day: the row is due for deletion, and a new login creates a new member. */
const findSocialMember = async (tx: Tx, id: string, now: Date): Promise<SocialMember | null> => {
  const isOver = lte(members.createdAt, retentionCutoff(PENDING_MEMBER_RETENTION, now));
  await tx.delete(members).where(and(eq(members.id, id), eq(members.status, 'PENDING_SOCIAL'), isOver));
  const { name, role, status } = members;
  const [row] = await tx.select({ name, role, status }).from(members).where(eq(members.id, id));
  return row === undefined
    ? null
    : { id, name: row.name, role: row.role, isProfileIncomplete: row.status === 'PENDING_SOCIAL' };
};

/**
 * Returns the member of this provider and key, or creates one. Nothing else that the provider says identifies a member. A former
 * member who returns before being unlinked keeps the link, as a new member.
 */
export const findOrCreateMember = (
  deps: Pick<Deps, 'db' | 'clock' | 'authSecret'>,
  provider: Provider,
  { subject, refreshToken }: ProviderIdentity,
): Promise<SocialMember> => {
  const adopt = async (tx: Tx): Promise<SocialMember> => {
    const now = deps.clock.now();
    const knownId = await lockMemberOfIdentity(tx, provider, subject);
    const known = knownId === null ? null : await findSocialMember(tx, knownId, now);
    const member = known ?? (await insertPendingMember(tx, now));
    const sealed =
      refreshToken === null ? null : encryptProviderToken(deps, { provider, subject }, refreshToken);
    await tx
      .update(socialIdentities)
      .set({
        memberId: member.id,
        unlinkAttempts: 0,
        unlinkAt: null,
        ...(sealed === null ? {} : { refreshToken: sealed }),
      })
      .where(matchesIdentity(provider, subject));
    return member;
  };
  // Deleting an account and the purge lock the two rows in the other order, so a deadlock is possible.
  return deps.db.transaction(adopt);
};

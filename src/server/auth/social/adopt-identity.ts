import { and, eq, lte } from 'drizzle-orm';
import type { Provider, Role } from '#contract/auth.ts';
import type { Db } from '#server/db/connection.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { members, socialIdentities } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { cutoffOf } from '#server/jobs/retention-cutoff.ts';
import { PENDING_TERM } from '#server/jobs/retention-rules.ts';
import type { Identity } from '#server/ports/oauth/oauth.ts';
import { sealToken } from './provider-tokens.ts';

interface SocialMember {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly isPending: boolean;
}

type Tx = Pick<Db, 'select' | 'insert' | 'update' | 'delete'>;

const isIt = (provider: Provider, subject: string) =>
  and(eq(socialIdentities.provider, provider), eq(socialIdentities.subject, subject));

/** The member whom the provider's key names; it stays locked. */
const lockMember = async (tx: Tx, provider: Provider, subject: string): Promise<string | null> => {
  await tx.insert(socialIdentities).values({ provider, subject }).onConflictDoNothing();
  const [row] = await tx
    .select({ memberId: socialIdentities.memberId })
    .from(socialIdentities)
    .where(isIt(provider, subject))
    .for('update');
  return row?.memberId ?? null;
};

/** Before the three agreements are given nothing else is stored of a person: no name, no address, no picture. */
const insertPending = async (tx: Tx, now: Date): Promise<SocialMember> => {
  const [row] = await tx
    .insert(members)
    .values({ name: '', status: 'PENDING_SOCIAL', createdAt: now })
    .returning({ id: members.id });
  if (row === undefined) throw new Error('no member was inserted');
  return { id: row.id, name: '', role: 'MEMBER', isPending: true };
};

/** Null for one who has agreed to nothing for a day: the purge is due, and whoever tries again is new. */
const findSocialMember = async (tx: Tx, id: string, now: Date): Promise<SocialMember | null> => {
  const isOver = lte(members.createdAt, cutoffOf(PENDING_TERM, now));
  await tx.delete(members).where(and(eq(members.id, id), eq(members.status, 'PENDING_SOCIAL'), isOver));
  const { name, role, status } = members;
  const [row] = await tx.select({ name, role, status }).from(members).where(eq(members.id, id));
  return row === undefined
    ? null
    : { id, name: row.name, role: row.role, isPending: row.status === 'PENDING_SOCIAL' };
};

/**
 * The member of this provider and key, and of nothing else that the provider says; a new one when there is none. Who left
 * and comes back before being unlinked stays linked, as someone new.
 */
export const adoptIdentity = (
  deps: Pick<Deps, 'db' | 'clock' | 'authSecret'>,
  provider: Provider,
  { subject, refreshToken }: Identity,
): Promise<SocialMember> => {
  const adopt = async (tx: Tx): Promise<SocialMember> => {
    const now = deps.clock.now();
    const knownId = await lockMember(tx, provider, subject);
    const known = knownId === null ? null : await findSocialMember(tx, knownId, now);
    const member = known ?? (await insertPending(tx, now));
    const sealed = refreshToken === null ? null : sealToken(deps, { provider, subject }, refreshToken);
    await tx
      .update(socialIdentities)
      .set({
        memberId: member.id,
        unlinkAttempts: 0,
        unlinkAt: null,
        ...(sealed === null ? {} : { refreshToken: sealed }),
      })
      .where(isIt(provider, subject));
    return member;
  };
  // A withdrawal or the purge takes the two rows in the other order.
  return retryTransaction(() => deps.db.transaction(adopt));
};

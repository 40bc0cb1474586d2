import { and, eq, gt, isNull, type Placeholder } from 'drizzle-orm';
import type { Provider } from '#platform/contract/social-providers.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { loginLog, members, sessions, socialIdentities } from './tables.ts';

/** The condition of a session that is neither revoked nor expired. */
export const isActiveSession = (now: Date | Placeholder) =>
  and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

export const findCredentials = async (db: Db, loginIdKey: string) => {
  const { id, name, role, passwordHash } = members;
  const [row] = await db
    .select({ id, name, role, passwordHash })
    .from(members)
    .where(eq(members.loginIdKey, loginIdKey));
  return row ?? null;
};

/** Resolves to false, and changes nothing, if the stored hash is not `from` any more. */
export const replacePasswordHash = async (db: Tx, id: string, from: string, to: string): Promise<boolean> => {
  const replaced = await db
    .update(members)
    .set({ passwordHash: to })
    .where(and(eq(members.id, id), eq(members.passwordHash, from)))
    .returning({ id: members.id });
  return replaced.length > 0;
};

export const recordLoginEvent = async (
  db: Tx,
  entry: Pick<typeof loginLog.$inferInsert, 'memberId' | 'outcome'>,
  { ip, userAgent }: Pick<Caller, 'ip' | 'userAgent'>,
  occurredAt: Date,
): Promise<void> => {
  await db.insert(loginLog).values({ ...entry, ip, userAgent, occurredAt });
};

/** Resolves to whether this call revoked the session. */
export const revokeSession = async (db: Tx, id: string, now: Date): Promise<boolean> => {
  const revoked = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  return revoked.length > 0;
};

/** The provider through which a member logs in; null for a member with a login id. */
export const findProviderOf = async (db: Db, memberId: string): Promise<Provider | null> => {
  const [row] = await db
    .select({ provider: socialIdentities.provider })
    .from(socialIdentities)
    .where(eq(socialIdentities.memberId, memberId));
  return row?.provider ?? null;
};

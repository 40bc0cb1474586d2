import { and, eq, gt, isNull, type Placeholder } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { loginLog, members, sessions } from '#server/db/schema.ts';

/** The condition of a session that is neither revoked nor expired. */
export const isActiveSession = (now: Date | Placeholder) =>
  and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

/** `passwordHash` is null for a member of social login. */
export const findCredentials = async (db: Db, loginIdKey: string) => {
  const { id, name, role, passwordHash } = members;
  const [row] = await db
    .select({ id, name, role, passwordHash })
    .from(members)
    .where(eq(members.loginIdKey, loginIdKey));
  return row ?? null;
};

/** Changes nothing if the password was changed in the meantime. */
export const replacePasswordHash = async (db: Db, id: string, from: string, to: string): Promise<void> => {
  await db
    .update(members)
    .set({ passwordHash: to })
    .where(and(eq(members.id, id), eq(members.passwordHash, from)));
};

export const recordLoginEvent = async (
  db: Pick<Db, 'insert'>,
  entry: Omit<typeof loginLog.$inferInsert, 'id'>,
): Promise<void> => {
  await db.insert(loginLog).values(entry);
};

/** Resolves to false when the session was already revoked. */
export const revokeSession = async (db: Pick<Db, 'update'>, id: string, now: Date): Promise<boolean> => {
  const revoked = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  return revoked.length > 0;
};

import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Placeholder } from 'drizzle-orm';
import type { Role } from '#contract/auth.ts';
import type { Db } from '#server/db/connection.ts';
import { loginLog, members, sessions } from '#server/db/schema.ts';

/** The condition of a session that is neither revoked nor expired. */
export const isLiveSession = (now: Date | Placeholder) =>
  and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

export interface Credentials {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Null for a social member. */
  readonly passwordHash: string | null;
}

export const findCredentials = async (db: Db, loginIdKey: string): Promise<Credentials | null> => {
  const { id, name, role, passwordHash } = members;
  const [row] = await db
    .select({ id, name, role, passwordHash })
    .from(members)
    .where(eq(members.loginIdKey, loginIdKey));
  return row ?? null;
};

/** Keeps its hands off a password that was changed meanwhile. */
export const replacePasswordHash = async (db: Db, id: string, from: string, to: string): Promise<void> => {
  await db
    .update(members)
    .set({ passwordHash: to })
    .where(and(eq(members.id, id), eq(members.passwordHash, from)));
};

type LoginLogEntry = Omit<typeof loginLog.$inferInsert, 'id'>;

export const logLogin = async (db: Pick<Db, 'insert'>, entry: LoginLogEntry): Promise<void> => {
  await db.insert(loginLog).values(entry);
};

/** Answers whether it was still alive. */
export const revokeSession = async (db: Pick<Db, 'update'>, id: string, now: Date): Promise<boolean> => {
  const revoked = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  return revoked.length > 0;
};

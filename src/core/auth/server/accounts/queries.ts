import { and, eq, isNotNull, or } from 'drizzle-orm';
import type { Db, Tx } from '#platform/server/db/database.ts';
import { members } from '../tables.ts';

export const isLoginIdTaken = async (db: Db, loginIdKey: string): Promise<boolean> =>
  (await db.$count(members, eq(members.loginIdKey, loginIdKey))) > 0;

export const isPhoneTaken = async (db: Db, phone: string): Promise<boolean> =>
  (await db.$count(members, eq(members.phone, phone))) > 0;

export const findPhone = async (db: Tx, memberId: string): Promise<string | null> => {
  const [member] = await db.select({ phone: members.phone }).from(members).where(eq(members.id, memberId));
  return member?.phone ?? null;
};

export const renameMember = async (db: Db, memberId: string, name: string): Promise<void> => {
  await db.update(members).set({ name }).where(eq(members.id, memberId));
};

/** False for members of social login. */
export const hasPassword = async (db: Db, memberId: string): Promise<boolean> =>
  (await db.$count(members, and(eq(members.id, memberId), isNotNull(members.passwordHash)))) > 0;

export const findMemberConflict = async (
  db: Tx,
  loginIdKey: string,
  phone: string,
): Promise<'LOGIN_ID_TAKEN' | 'PHONE_TAKEN' | null> => {
  const rows = await db
    .select({ loginIdKey: members.loginIdKey })
    .from(members)
    .where(or(eq(members.loginIdKey, loginIdKey), eq(members.phone, phone)));
  if (rows.length === 0) return null;
  return rows.some((row) => row.loginIdKey === loginIdKey) ? 'LOGIN_ID_TAKEN' : 'PHONE_TAKEN';
};

/** Finds a member with a password whom all criteria identify. Members of social login have nothing to recover. */
export const findRecoverableMember = async (
  db: Db,
  {
    name,
    phone,
    loginIdKey,
  }: { readonly name: string; readonly phone: string; readonly loginIdKey?: string },
): Promise<{ id: string; loginId: string } | null> => {
  const [row] = await db
    .select({ id: members.id, loginId: members.loginId })
    .from(members)
    .where(
      and(
        eq(members.phone, phone),
        eq(members.name, name),
        loginIdKey === undefined ? undefined : eq(members.loginIdKey, loginIdKey),
        isNotNull(members.passwordHash),
      ),
    );
  return row?.loginId == null ? null : { id: row.id, loginId: row.loginId };
};

export const maskPhone = (phone: string): string => `${phone.slice(0, 3)}-****-${phone.slice(-4)}`;

import { desc, eq, or, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { members } from '#server/db/schema.ts';
import type { MemberPlace } from './list-cursor.ts';

export const isLoginIdTaken = async (db: Db, loginIdKey: string): Promise<boolean> =>
  (await db.$count(members, eq(members.loginIdKey, loginIdKey))) > 0;

export const isPhoneTaken = async (db: Db, phone: string): Promise<boolean> =>
  (await db.$count(members, eq(members.phone, phone))) > 0;

export type Taken = 'LOGIN_ID_TAKEN' | 'PHONE_TAKEN';

/** Which of the two another member has. */
export const findTaken = async (
  db: Pick<Db, 'select'>,
  loginIdKey: string,
  phone: string,
): Promise<Taken | null> => {
  const rows = await db
    .select({ loginIdKey: members.loginIdKey })
    .from(members)
    .where(or(eq(members.loginIdKey, loginIdKey), eq(members.phone, phone)));
  if (rows.length === 0) return null;
  return rows.some((row) => row.loginIdKey === loginIdKey) ? 'LOGIN_ID_TAKEN' : 'PHONE_TAKEN';
};

export interface MemberRow {
  readonly id: string;
  readonly loginId: string | null;
  readonly name: string;
  readonly phone: string | null;
  /** Microseconds since 1970: a `Date` would lose the last three digits and the page with them. */
  readonly createdAt: string;
}

interface Page {
  readonly limit: number;
  /** The last member already seen. */
  readonly after: MemberPlace | null;
}

const { id, loginId, name, phone, createdAt } = members;

/** Newest first. */
export const findMembers = (db: Db, { limit, after }: Page): Promise<MemberRow[]> =>
  db
    .select({
      id,
      loginId,
      name,
      phone,
      createdAt: sql<string>`(extract(epoch from ${createdAt}) * 1000000)::bigint::text`,
    })
    .from(members)
    .where(
      after === null
        ? undefined
        : sql`(${createdAt}, ${id}) < (
            timestamptz 'epoch' + ${after.createdAt}::bigint * interval '1 microsecond', ${after.id}::uuid
          )`,
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);

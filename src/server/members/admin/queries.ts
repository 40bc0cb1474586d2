import { and, desc, eq, isNotNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Page } from '#server/http/pagination.ts';
import type { Db } from '#server/db/database.ts';
import { members, questions, reservations, socialIdentities } from '#server/db/schema.ts';

interface MemberCursor {
  /** Microseconds since 1970. */
  readonly createdAt: string;
  readonly id: string;
}

const CURSOR_PATTERN = /^([0-9]{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** `1795222800000000.0b0d6c3e-…` */
export const memberCursor = {
  read: (cursor: string): MemberCursor | null => {
    const [, createdAt, id] = CURSOR_PATTERN.exec(cursor) ?? [];
    return createdAt === undefined || id === undefined ? null : { createdAt, id };
  },
  write: ({ createdAt, id }: MemberCursor): string => `${createdAt}.${id}`,
};

interface MemberPage extends Page<MemberCursor> {
  readonly nameSearch: string;
}

const { id, loginId, name, phone, createdAt } = members;

const isAfter = (place: MemberCursor | null): SQL | undefined =>
  place === null
    ? undefined
    : sql`(${createdAt}, ${id}) < (
        timestamptz 'epoch' + ${place.createdAt}::bigint * interval '1 microsecond', ${place.id}::uuid
      )`;

/** Uses `strpos`, which has no wildcards to escape. */
const matchesName = (search: string): SQL | undefined =>
  search === '' ? undefined : sql`strpos(lower(${name}), lower(${search})) > 0`;

// Authors of sample questions have neither.
const hasRegistered = or(isNotNull(loginId), isNotNull(phone));

const isOnMemberPage = ({ after, nameSearch }: MemberPage): SQL | undefined =>
  and(hasRegistered, ne(members.status, 'WITHDRAWN'), matchesName(nameSearch), isAfter(after));

const newestMembersFirst = [desc(createdAt), desc(id)];

const account = {
  id,
  loginId,
  provider: socialIdentities.provider,
  name,
  phone,
  // Microseconds since 1970: a `Date` would drop the last three digits, which the cursor needs.
  createdAt: sql<string>`(extract(epoch from ${createdAt}) * 1000000)::bigint::text`,
};

/** Lists members, newest first. */
export const findMembers = (db: Db, page: MemberPage) =>
  db
    .select(account)
    .from(members)
    .leftJoin(socialIdentities, eq(socialIdentities.memberId, id))
    .where(isOnMemberPage(page))
    .orderBy(...newestMembersFirst)
    .limit(page.limit);

// Subqueries per row, because a page has few members and a join would count for all.
const summary = {
  ...account,
  joinedAt: createdAt,
  reservations: sql<number>`(select count(*)::integer from ${reservations} where member_id = ${id})`,
  questions: sql<number>`(select count(*)::integer from ${questions} where member_id = ${id})`,
};

export const findMemberSummaries = (db: Db, page: MemberPage) =>
  db
    .select(summary)
    .from(members)
    .leftJoin(socialIdentities, eq(socialIdentities.memberId, id))
    .where(isOnMemberPage(page))
    .orderBy(...newestMembersFirst)
    .limit(page.limit);

export type MemberRow = Awaited<ReturnType<typeof findMemberSummaries>>[number];

export const findMember = async (db: Db, memberId: string): Promise<MemberRow | null> => {
  const [row] = await db
    .select(summary)
    .from(members)
    .leftJoin(socialIdentities, eq(socialIdentities.memberId, id))
    .where(and(eq(id, memberId), hasRegistered));
  return row ?? null;
};

import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { members, questions, reservations, socialIdentities } from '#server/db/schema.ts';
import {
  createdAtMicroseconds,
  hasRegistered,
  isOnMemberPage,
  newestMembersFirst,
  type MemberPage,
} from '#server/members/queries.ts';

const { id, loginId, name, phone, createdAt } = members;

// Subqueries per row, because a page has few members and a join would count for all.
const summary = {
  id,
  loginId,
  provider: socialIdentities.provider,
  name,
  phone,
  joinedAt: createdAt,
  createdAt: createdAtMicroseconds,
  reservations: sql<number>`(select count(*)::integer from ${reservations} where member_id = ${id})`,
  questions: sql<number>`(select count(*)::integer from ${questions} where member_id = ${id})`,
};

/** Lists members, newest first. */
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

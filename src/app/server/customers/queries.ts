import { and, desc, eq, isNotNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { WithdrawalPreview } from '#core/auth/contract/members.ts';
import { members, socialIdentities } from '#core/auth/server/tables.ts';
import { questions } from '#features/questions/server/tables.ts';
import { isUpcomingReservation } from '#features/reservations/server/release-reservations.ts';
import { reservations } from '#features/reservations/server/tables.ts';
import { appError } from '#platform/contract/errors.ts';
import {
  createCreatedAtCursor,
  isAfterPosition,
  microsecondsOf,
  type CreatedAtPosition,
} from '#platform/server/db/created-at-cursor.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Page } from '#platform/server/http/pagination.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `1795222800000000.0b0d6c3e-…` */
export const memberCursor = createCreatedAtCursor((text) => (UUID.test(text) ? text : null));

interface MemberPage extends Page<CreatedAtPosition<string>> {
  readonly nameSearch: string;
}

const { id, loginId, name, phone, createdAt } = members;

/** Matches a part of a member's name. Uses `strpos`, which has no wildcards to escape. */
export const hasName = (part: string): SQL => sql`strpos(lower(name), lower(${part})) > 0`;

// Authors of sample questions and social members without a profile have neither.
export const hasRegistered = or(isNotNull(loginId), isNotNull(phone));

/** Lists registered members, newest first. */
export const findMembers = (db: Db, { after, limit, nameSearch }: MemberPage) =>
  db
    .select({
      id,
      loginId,
      provider: socialIdentities.provider,
      name,
      phone,
      createdAt: microsecondsOf(createdAt),
      joinedAt: createdAt,
      // Subqueries per row, because a page has few members and a join would count for all.
      reservations: sql<number>`(select count(*)::integer from ${reservations} where member_id = ${id})`,
      questions: sql<number>`(select count(*)::integer from ${questions} where member_id = ${id})`,
    })
    .from(members)
    .leftJoin(socialIdentities, eq(socialIdentities.memberId, id))
    .where(
      and(
        hasRegistered,
        ne(members.status, 'WITHDRAWN'),
        nameSearch === '' ? undefined : hasName(nameSearch),
        after === null ? undefined : isAfterPosition(members, after),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);

export type MemberRow = Awaited<ReturnType<typeof findMembers>>[number];

/** Throws NOT_FOUND. */
export const assertRegistered = async (db: Db, memberId: string): Promise<void> => {
  if ((await db.$count(members, and(eq(id, memberId), hasRegistered))) === 0) throw appError('NOT_FOUND');
};

/** What the deletion of this account would end or delete. */
export const previewAccountDeletion = async (
  db: Db,
  memberId: string,
  now: Date,
): Promise<WithdrawalPreview> => ({
  upcomingReservations: await db.$count(
    reservations,
    and(eq(reservations.memberId, memberId), isUpcomingReservation(now)),
  ),
  questions: await db.$count(questions, eq(questions.memberId, memberId)),
});

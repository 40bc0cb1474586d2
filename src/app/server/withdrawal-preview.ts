import { and, eq } from 'drizzle-orm';
import { memberEndpoints, type WithdrawalPreview } from '#core/auth/contract/members.ts';
import { questions } from '#features/questions/server/tables.ts';
import { isUpcomingReservation } from '#features/reservations/server/release-reservations.ts';
import { reservations } from '#features/reservations/server/tables.ts';
import type { Db } from '#platform/server/db/database.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';

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

export const withdrawalRoutes: readonly Route[] = [
  defineRoute(memberEndpoints.withdrawalPreview, ({ member, now }, { db }) =>
    previewAccountDeletion(db, member.id, now),
  ),
];

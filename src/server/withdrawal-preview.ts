import { and, eq } from 'drizzle-orm';
import { memberEndpoints, type WithdrawalPreview } from '#contract/members.ts';
import type { Db } from '#server/db/database.ts';
import { questions } from '#server/questions/tables.ts';
import { reservations } from '#server/reservations/tables.ts';
import { defineRoute, type Route } from '#server/http/define-route.ts';
import { isUpcomingReservation } from '#server/reservations/release-deleted-member.ts';

const previewAccountDeletion = async (db: Db, memberId: string, now: Date): Promise<WithdrawalPreview> => ({
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

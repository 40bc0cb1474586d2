import type { DeskCounts } from '#contract/admin/desk.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import type { Db } from '#server/db/database.ts';
import { notifications, questions, reservations } from '#server/db/schema.ts';
import { wasCreatedOn, countUnsettled } from '#server/reservations/admin/queries.ts';
import { isUnsent } from '#server/notifications/queries.ts';
import { isUnanswered } from '#server/questions/queries.ts';

export const countWaiting = async (db: Db, now: Date): Promise<DeskCounts> => {
  const [waitingQuestions, newReservations, unsettledReservations, unsentMessages] = await Promise.all([
    db.$count(questions, isUnanswered),
    db.$count(reservations, wasCreatedOn(seoulDate(now))),
    countUnsettled(db, now),
    db.$count(notifications, isUnsent),
  ]);
  return { waitingQuestions, newReservations, unsettledReservations, unsentMessages };
};

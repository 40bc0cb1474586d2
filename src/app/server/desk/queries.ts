import { inArray, ne } from 'drizzle-orm';
import { notifications } from '#core/messages/server/tables.ts';
import { isUnanswered } from '#features/questions/server/queries.ts';
import { questions } from '#features/questions/server/tables.ts';
import { overlaps } from '#features/reservations/contract/slots.ts';
import { isUnsettled, listReservations, wasCreatedOn } from '#features/reservations/server/admin/queries.ts';
import { findClaims } from '#features/reservations/server/schedule/find-availability.ts';
import { findDaySlots } from '#features/reservations/server/schedule/hours.ts';
import { reservationNotes, reservations } from '#features/reservations/server/tables.ts';
import { findHoliday } from '#platform/contract/holidays.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { DeskCounts, DeskDay } from '../../contract/desk.ts';
import { isUnsent } from '../messages/queries.ts';

export const countWaiting = async (db: Db, now: Date): Promise<DeskCounts> => {
  const [waitingQuestions, newReservations, unsettledReservations, unsentMessages] = await Promise.all([
    db.$count(questions, isUnanswered),
    db.$count(reservations, wasCreatedOn(seoulDate(now))),
    db.$count(reservations, isUnsettled(now)),
    db.$count(notifications, isUnsent),
  ]);
  return { waitingQuestions, newReservations, unsettledReservations, unsentMessages };
};

/** A day has at most 144 slots of ten minutes. */
const MAX_MEETINGS = 2 * 144;
const NEXT_MEETINGS = 3;

/** The meetings of today and tomorrow, or the next ones when there are none, with the studio's notes about them. */
export const findMeetings = async (db: Db, now: Date) => {
  const from = seoulDate(now);
  const page = { sort: 'date-asc', after: null } as const;
  const days = { from, to: addDays(from, 1) };
  const isHeld = ne(reservations.state, 'CANCELLED');
  const near = await listReservations(db, days, now, { ...page, limit: MAX_MEETINGS }, isHeld);
  const next = { ...page, limit: NEXT_MEETINGS };
  const rows = near.length > 0 ? near : await listReservations(db, { from, state: 'BOOKED' }, now, next);
  const ids = rows.map(({ reservation }) => reservation.id);
  const notes = await db.select().from(reservationNotes).where(inArray(reservationNotes.subjectId, ids));
  return rows.map((row) => ({
    ...row,
    note: notes.find(({ subjectId }) => Number(subjectId) === row.reservation.id)?.text ?? null,
  }));
};

const WEEK_DAYS = 7;

export const findWeek = async (db: Db, today: string): Promise<DeskDay[]> => {
  const dates = Array.from({ length: WEEK_DAYS }, (_, day) => addDays(today, day));
  const last = addDays(today, WEEK_DAYS - 1);
  const [daySlots, claims] = await Promise.all([findDaySlots(db, today, last), findClaims(db, today, last)]);
  return dates.map((date) => {
    const taken = claims.filter((claim) => claim.date === date && claim.kind !== 'HELD');
    return {
      date,
      holiday: findHoliday(date),
      booked: taken.filter(({ kind }) => kind === 'BOOKED').length,
      blocked: taken.filter(({ kind }) => kind === 'BLOCKED').length,
      free: daySlots(date).filter((value) => !taken.some(({ slot }) => overlaps(slot, value))).length,
    };
  });
};

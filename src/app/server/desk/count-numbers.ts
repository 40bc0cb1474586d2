import { between, ne, and, gte, count, min, sql, eq, lt } from 'drizzle-orm';
import { studioSettingVersions } from '#core/content/server/tables.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { isUnanswered } from '#features/questions/server/queries.ts';
import { questions } from '#features/questions/server/tables.ts';
import { slotStart, type Slot, overlaps } from '#features/reservations/contract/slots.ts';
import { wasCreatedOn, countUnsettled } from '#features/reservations/server/admin/queries.ts';
import { findClaims } from '#features/reservations/server/schedule/find-availability.ts';
import { findDaySlots } from '#features/reservations/server/schedule/hours.ts';
import { reservations, slotClaims } from '#features/reservations/server/tables.ts';
import { findHoliday } from '#platform/contract/holidays.ts';
import { addDays, isoWeekday, seoulDate, seoulInstant } from '#platform/contract/seoul-time.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { DeskNumbers, DeskCounts, DeskDay } from '../../contract/desk.ts';
import { isUnsent } from '../messages/queries.ts';

export const countWaiting = async (db: Db, now: Date): Promise<DeskCounts> => {
  const [waitingQuestions, newReservations, unsettledReservations, unsentMessages] = await Promise.all([
    db.$count(questions, isUnanswered),
    db.$count(reservations, wasCreatedOn(seoulDate(now))),
    countUnsettled(db, now),
    db.$count(notifications, isUnsent),
  ]);
  return { waitingQuestions, newReservations, unsettledReservations, unsentMessages };
};

const WEEK_DAYS = 7;
const OCCUPANCY_DAYS = 8 * WEEK_DAYS;
const WEEKS = 12;
const WEEK_SECONDS = WEEK_DAYS * 86_400;

const weekdayOf = (table: typeof reservations | typeof slotClaims) =>
  sql<number>`extract(isodow from ${table.date})::int`;

/** The first day on which a time could be booked: that of the server's first start, or of the first meeting if that is earlier. */
const findOpeningDate = async (db: Db): Promise<string> => {
  const [[start], [meeting]] = await Promise.all([
    db.select({ at: min(studioSettingVersions.changedAt) }).from(studioSettingVersions),
    db.select({ date: min(reservations.date) }).from(reservations),
  ]);
  const startDate = start?.at == null ? null : seoulDate(start.at);
  const [opening = ''] = [startDate, meeting?.date].filter((date) => date != null).toSorted();
  return opening;
};

/** Counts per weekday and slot how often it was booked, and how often it could be: usually its dates less its blocks. */
const countOccupancy = async (db: Db, today: string): Promise<DeskNumbers['occupancy']> => {
  const opening = await findOpeningDate(db);
  const earliest = addDays(today, -OCCUPANCY_DAYS);
  const first = opening > earliest ? opening : earliest;
  const last = addDays(today, -1);
  const [daySlots, booked, blocked] = await Promise.all([
    findDaySlots(db, first, last),
    db
      .select({ weekday: weekdayOf(reservations), slot: reservations.slot, count: count() })
      .from(reservations)
      .where(and(between(reservations.date, first, last), ne(reservations.state, 'CANCELLED')))
      .groupBy(weekdayOf(reservations), reservations.slot),
    db
      .select({ weekday: weekdayOf(slotClaims), slot: slotClaims.slot, count: count() })
      .from(slotClaims)
      .where(and(between(slotClaims.date, first, last), eq(slotClaims.kind, 'BLOCKED')))
      .groupBy(weekdayOf(slotClaims), slotClaims.slot),
  ]);
  const cells = new Map<string, { weekday: number; time: Slot; booked: number; offered: number }>();
  const cellOf = (weekday: number, time: Slot) => {
    const key = `${weekday} ${time}`;
    const cell = cells.get(key) ?? { weekday, time, booked: 0, offered: 0 };
    cells.set(key, cell);
    return cell;
  };
  for (let date = first; date <= last; date = addDays(date, 1))
    for (const time of daySlots(date)) cellOf(isoWeekday(date), time).offered += 1;
  const countOf = (rows: typeof booked, weekday: number, time: Slot): number =>
    rows.find((row) => row.weekday === weekday && row.slot === time)?.count ?? 0;
  for (const { weekday, slot } of booked) cellOf(weekday, slot);
  return [...cells.values()]
    .map(({ weekday, time, offered }) => {
      const bookedCount = countOf(booked, weekday, time);
      // A reservation kept through a change of hours may have a slot that was not offered.
      const open = Math.max(offered - countOf(blocked, weekday, time), bookedCount);
      return { weekday, time, booked: bookedCount, offered: open };
    })
    .filter(({ offered }) => offered > 0)
    .toSorted((one, other) => one.weekday - other.weekday || slotStart(one.time) - slotStart(other.time));
};

const countWeeks = async (db: Db, today: string): Promise<DeskNumbers['weeks']> => {
  const thisMonday = addDays(today, 1 - isoWeekday(today));
  const firstMonday = addDays(thisMonday, -(WEEKS - 1) * WEEK_DAYS);
  const start = seoulInstant(firstMonday, 0);
  const week = sql<number>`floor(extract(epoch from ${reservations.createdAt} - ${start.toISOString()}::timestamptz) / ${sql.raw(String(WEEK_SECONDS))})::int`;
  const rows = await db
    .select({ week, shootType: reservations.shootType, count: count() })
    .from(reservations)
    .where(
      and(
        gte(reservations.createdAt, start),
        lt(reservations.createdAt, seoulInstant(addDays(thisMonday, WEEK_DAYS), 0)),
      ),
    )
    .groupBy(sql`1`, reservations.shootType);
  return Array.from({ length: WEEKS }, (_, index) => {
    const ofWeek = rows.filter((row) => row.week === index);
    return {
      monday: addDays(firstMonday, index * WEEK_DAYS),
      counts: Object.fromEntries(ofWeek.map((row) => [row.shootType, row.count])),
    };
  });
};

const countOutcomes = async (db: Db, today: string): Promise<DeskNumbers['outcomes']> => {
  const [first, last] = [addDays(today, -WEEKS * WEEK_DAYS), addDays(today, -1)];
  const rows = await db
    .select({ state: reservations.state, count: count() })
    .from(reservations)
    .where(between(reservations.date, first, last))
    .groupBy(reservations.state);
  const countOf = (state: (typeof rows)[number]['state']): number =>
    rows.find((row) => row.state === state)?.count ?? 0;
  return {
    total: rows.reduce((sum, row) => sum + row.count, 0),
    completed: countOf('COMPLETED'),
    cancelled: countOf('CANCELLED'),
    noShow: countOf('NO_SHOW'),
    open: countOf('BOOKED'),
  };
};

export const countNumbers = async (db: Db, now: Date): Promise<DeskNumbers> => {
  const today = seoulDate(now);
  const [occupancy, weeks, outcomes] = await Promise.all([
    countOccupancy(db, today),
    countWeeks(db, today),
    countOutcomes(db, today),
  ]);
  return { occupancy, weeks, outcomes };
};

/** Counts the slots of a date and the six days after it. */
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

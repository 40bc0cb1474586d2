import type { DeskDay } from '#contract/admin/desk.ts';
import { findHoliday } from '#contract/holidays.ts';
import { addDays } from '#contract/seoul-time.ts';
import { overlaps } from '#contract/slots.ts';
import type { Db } from '#server/db/database.ts';
import { findDaySlots } from '#server/reservations/hours/hours.ts';
import { findClaims } from '#server/reservations/slots/find-availability.ts';

const DAYS = 7;

/** Counts the slots of a date and the six days after it. */
export const findWeek = async (db: Db, today: string): Promise<DeskDay[]> => {
  const dates = Array.from({ length: DAYS }, (_, day) => addDays(today, day));
  const last = addDays(today, DAYS - 1);
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

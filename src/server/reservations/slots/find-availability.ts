import { findHoliday } from '#contract/holidays.ts';
import type { AvailableDay } from '#contract/reservations.ts';
import { addDays } from '#contract/seoul-time.ts';
import { overlaps, type Slot } from '#contract/slots.ts';
import { bookableDates, startsWithin } from '#contract/bookable-dates.ts';
import type { Db } from '#server/db/database.ts';
import { readSection } from '#server/studio/read-sections.ts';
import { findDaySlots } from '#server/reservations/hours/hours.ts';
import { findClaims } from './find-claims.ts';
import { classifySlot } from './claim.ts';

/** Lists the bookable dates of a month; without `horizonDays` those of the longest horizon. */
const findDates = (month: string, now: Date, horizonDays?: number): string[] => {
  const { first, last } = bookableDates(now, horizonDays);
  const dates: string[] = [];
  const start = month === first.slice(0, 7) ? first : `${month}-01`;
  for (let date = start; date.startsWith(month) && date >= first && date <= last; date = addDays(date, 1))
    dates.push(date);
  return dates;
};

interface AvailabilityInput {
  readonly month: string;
  /** The member's id, the hash of a guest's cookie, or null. */
  readonly holder: string | null;
  readonly now: Date;
}

/** Finds the bookable dates of a month with the state of each slot. */
export const findAvailability = async (
  db: Db,
  { month, holder, now }: AvailabilityInput,
): Promise<AvailableDay[]> => {
  const possible = findDates(month, now);
  const [first, last] = [possible[0], possible.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [{ horizonDays, leadHours }, daySlots, claims] = await Promise.all([
    readSection(db, 'booking'),
    findDaySlots(db, first, last),
    findClaims(db, first, last),
  ]);
  const claimsOn = (day: string) => claims.filter(({ date }) => date === day);
  const isBlocked = (day: string, time: Slot): boolean =>
    claimsOn(day).some(({ kind, slot }) => kind === 'BLOCKED' && overlaps(slot, time));
  return findDates(month, now, horizonDays).map((day) => ({
    date: day,
    holiday: findHoliday(day),
    isClosed: daySlots(day).every((time) => isBlocked(day, time)),
    slots: daySlots(day).map((time) => ({
      time,
      state: startsWithin(day, time, leadHours, now)
        ? 'PAST'
        : classifySlot(claimsOn(day), time, holder, now),
    })),
  }));
};

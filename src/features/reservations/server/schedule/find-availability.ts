import { asc, between, sql } from 'drizzle-orm';
import { readSection } from '#core/content/server/read-sections.ts';
import { findHoliday } from '#platform/contract/holidays.ts';
import { createSingleFlight } from '#platform/server/async/single-flight.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import { bookableDates, startsWithin, isPastSlot } from '../../contract/bookable-dates.ts';
import type { AvailableDay } from '../../contract/reservations.ts';
import { reservationSections } from '../../contract/sections.ts';
import { overlaps, type Slot, defaultSlots, sortSlots } from '../../contract/slots.ts';
import { slotClaims } from '../tables.ts';
import { classifySlot } from './claim.ts';
import { datesOf, findDaySlots } from './hours.ts';

const { date, slot, kind, heldBy, guestHash, heldUntil } = slotClaims;
const holder = sql<string | null>`coalesce(${heldBy}::text, encode(${guestHash}, 'hex'))`;

/** Selects the claims of a range of dates, sorted. */
export const selectClaims = (db: Tx, first: string, last: string) =>
  db
    .select({ date, slot, kind, holder, heldUntil })
    .from(slotClaims)
    .where(between(date, first, last))
    .orderBy(asc(date), asc(slot));

export type Claims = Awaited<ReturnType<typeof selectClaims>>;

const singleFlights = new WeakMap<Db, ReturnType<typeof createSingleFlight<Claims>>>();

/** Finds the claims of a range of dates, sorted. Concurrent calls for the same dates may share a query. */
export const findClaims = (db: Db, first: string, last: string): Promise<Claims> => {
  const read = singleFlights.get(db) ?? createSingleFlight<Claims>();
  singleFlights.set(db, read);
  return read(`${first} ${last}`, () => selectClaims(db, first, last));
};

/**
 * Finds the slots of a date that cannot be booked: booked, blocked or held ones, those that are closed already but have not begun,
 * and the default slots that the date does not offer. Free offered slots that have begun are left out.
 */
export const findTakenSlots = async (db: Db, day: string, now: Date): Promise<Slot[]> => {
  const [claims, daySlots, { leadHours }] = await Promise.all([
    findClaims(db, day, day),
    findDaySlots(db, day, day),
    readSection(db, reservationSections.booking),
  ]);
  const offered = daySlots(day);
  const isTaken = (value: Slot): boolean => classifySlot(claims, value, null, now) !== 'FREE';
  const isClosed = (value: Slot): boolean =>
    !isPastSlot(day, value, now) && startsWithin(day, value, leadHours, now);
  return sortSlots([
    ...defaultSlots.filter((value) => !offered.includes(value)),
    ...claims.map(({ slot: value }) => value).filter(isTaken),
    ...offered.filter((value) => isTaken(value) || isClosed(value)),
  ]);
};

/** Lists the bookable dates of a month; without `horizonDays` those of the longest horizon. */
const findDates = (month: string, now: Date, horizonDays?: number): string[] => {
  const { first, last } = bookableDates(now, horizonDays);
  return datesOf(month).filter((date) => first <= date && date <= last);
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
    readSection(db, reservationSections.booking),
    findDaySlots(db, first, last),
    findClaims(db, first, last),
  ]);
  const claimsOn = (day: string) => claims.filter(({ date }) => date === day);
  // The state does not tell visitors whether a time is booked or blocked.
  const stateOf = (day: string, time: Slot): AvailableDay['slots'][number]['state'] => {
    if (startsWithin(day, time, leadHours, now)) return 'PAST';
    const state = classifySlot(claimsOn(day), time, holder, now);
    return state === 'BOOKED' || state === 'BLOCKED' ? 'TAKEN' : state;
  };
  const isBlocked = (day: string, time: Slot): boolean =>
    claimsOn(day).some(({ kind, slot }) => kind === 'BLOCKED' && overlaps(slot, time));
  return findDates(month, now, horizonDays).map((day) => ({
    date: day,
    holiday: findHoliday(day),
    isClosed: daySlots(day).every((time) => isBlocked(day, time)),
    slots: daySlots(day).map((time) => ({ time, state: stateOf(day, time) })),
  }));
};

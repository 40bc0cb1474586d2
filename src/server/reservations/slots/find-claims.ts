import { asc, between, sql } from 'drizzle-orm';
import { isPastSlot, startsWithin } from '#contract/bookable-dates.ts';
import { defaultSlots, sortSlots, type Slot } from '#contract/slots.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { slotClaims } from '#server/db/schema.ts';
import { createSingleFlight } from '#server/async/single-flight.ts';
import { readSection } from '#server/studio/read-sections.ts';
import { findDaySlots } from '#server/reservations/hours/hours.ts';
import { classifySlot } from './claim.ts';

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

/** Finds the claims of a range of dates, sorted. Concurrent calls for the same dates share one query. */
export const findClaims = (db: Db, first: string, last: string): Promise<Claims> => {
  const read = singleFlights.get(db) ?? createSingleFlight<Claims>();
  singleFlights.set(db, read);
  return read(`${first} ${last}`, () => selectClaims(db, first, last));
};

/**
 * Finds the slots of a date that cannot be booked: booked, blocked or held ones, those that close before they start, and the
 * default slots that the date does not offer.
 */
export const findTakenSlots = async (db: Db, day: string, now: Date): Promise<Slot[]> => {
  const [claims, daySlots, { leadHours }] = await Promise.all([
    findClaims(db, day, day),
    findDaySlots(db, day, day),
    readSection(db, 'booking'),
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

import { and, between, sql } from 'drizzle-orm';
import { addDays, isoWeekday } from '#contract/seoul-time.ts';
import { appError } from '#contract/errors.ts';
import { SLOT_MESSAGE, type Slot } from '#contract/slots.ts';
import type { Tx } from '#server/db/database.ts';
import { slotClaims } from '#server/db/schema.ts';
import { findDaySlots } from './find-day-slots.ts';

/** Throws SLOT_NOT_OFFERED unless the date offers the slot. */
export const assertSlotOffered = async (db: Tx, date: string, time: Slot): Promise<void> => {
  const daySlots = await findDaySlots(db, date, date);
  if (!daySlots(date).includes(time)) throw appError('SLOT_NOT_OFFERED');
};

interface SlotsOfDates {
  readonly from: string;
  readonly to: string;
  readonly timeSlots?: readonly Slot[] | undefined;
  /** 1 is Monday; every day of the week when undefined. */
  readonly weekday?: number | undefined;
}

/** Throws INVALID_INPUT when one of the slots is neither offered nor claimed on any of the dates. */
export const assertSlotsKnown = async (
  db: Tx,
  { from, to, timeSlots = [], weekday }: SlotsOfDates,
  field: 'timeSlot' | 'timeSlots',
): Promise<void> => {
  if (timeSlots.length === 0) return;
  const daySlots = await findDaySlots(db, from, to);
  const known = new Set<Slot>();
  // Plans change rarely, but a range may contain a change.
  for (let date = from; date <= to; date = addDays(date, 1))
    if (weekday === undefined || isoWeekday(date) === weekday)
      for (const value of daySlots(date)) known.add(value);
  if (timeSlots.every((value) => known.has(value))) return;
  const claimed = await db
    .selectDistinct({ slot: slotClaims.slot })
    .from(slotClaims)
    .where(
      and(
        between(slotClaims.date, from, to),
        weekday === undefined ? undefined : sql`extract(isodow from ${slotClaims.date}) = ${weekday}`,
      ),
    );
  for (const { slot } of claimed) known.add(slot);
  if (!timeSlots.every((value) => known.has(value)))
    throw appError('INVALID_INPUT', { message: SLOT_MESSAGE, fields: { [field]: SLOT_MESSAGE } });
};

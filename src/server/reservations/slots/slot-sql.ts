import { sql, type SQL } from 'drizzle-orm';
import { formatMinutes, slotEnd, slotStart, type Slot } from '#contract/slots.ts';
import { slotStartText } from '#server/db/slot-start.ts';

/**
 * Matches unless the slot overlaps a claim of another slot of the date. Inserts of many claims need it, because their conflict
 * clause handles claims of the same slot only.
 */
export const isClear = (date: SQL, slot: SQL): SQL => sql`not exists (
  select from slot_claims as other
  where other.date = ${date} and other.slot <> ${slot} and other.during && tsrange(
    ${date} + ${slotStartText(slot)}::interval, ${date} + rpad(split_part(${slot}, '-', 2), 5, ':00')::interval
  )
)`;

/** A slot of a date as a `tsrange` in Seoul time, to compare with `slot_claims.during`. */
export const slotWindow = (date: string, slot: Slot): string =>
  `[${date} ${formatMinutes(slotStart(slot))},${date} ${formatMinutes(slotEnd(slot))})`;

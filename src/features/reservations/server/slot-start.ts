import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { seoulDate, seoulMinutes } from '#platform/contract/seoul-time.ts';
import { formatMinutes } from '../contract/slots.ts';

/** The start of a slot as text: `09:00`. */
export const slotStartText = (slot: SQL | AnyColumn): SQL => sql`rpad(split_part(${slot}, '-', 1), 5, ':00')`;

/** The time of day in Seoul as text: `09:00`. */
export const seoulClock = (now: Date): string => formatMinutes(seoulMinutes(now));

export const hasBegun = (date: SQL | AnyColumn, slot: SQL | AnyColumn, now: Date): SQL =>
  sql`(${date}, ${slotStartText(slot)}) <= (${seoulDate(now)}::date, ${seoulClock(now)}::text)`;

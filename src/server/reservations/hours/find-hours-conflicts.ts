import { and, asc, eq, gte, notInArray, sql } from 'drizzle-orm';
import { weekdayNames, type MeetingHours } from '#contract/schedule.ts';
import type { Slot } from '#contract/slots.ts';
import type { Db } from '#server/db/database.ts';
import { reservations } from '#server/db/schema.ts';
import { customerName } from '#server/reservations/admin/queries.ts';
import type { AdminReservationRow } from '#server/reservations/present-reservation.ts';

export interface WeeklySlot {
  /** 1 is Monday. */
  readonly weekday: number;
  readonly slot: Slot;
}

export const listWeeklySlots = (hours: MeetingHours): WeeklySlot[] =>
  weekdayNames.flatMap((name, index) => hours[name].map((slot) => ({ weekday: index + 1, slot })));

/** Finds the booked reservations that the given hours do not offer, soonest first. */
export const findHoursConflicts = (
  db: Pick<Db, 'select'>,
  hours: MeetingHours,
): Promise<AdminReservationRow[]> => {
  const offered = listWeeklySlots(hours).map(({ weekday, slot }) => `${weekday} ${slot}`);
  return db
    .select({ reservation: reservations, memberName: customerName })
    .from(reservations)
    .where(
      and(
        eq(reservations.state, 'BOOKED'),
        gte(reservations.date, hours.effectiveFrom),
        notInArray(sql`extract(isodow from ${reservations.date}) || ' ' || ${reservations.slot}`, offered),
      ),
    )
    .orderBy(asc(reservations.date), asc(reservations.slot));
};

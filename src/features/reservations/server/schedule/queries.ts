import { and, asc, between, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { Slot } from '../../contract/slots.ts';
import { customerName } from '../admin/queries.ts';
import type { AdminReservationRow } from '../present-reservation.ts';
import { closures, reservations, slotClaims, type SlotOfDay } from '../tables.ts';
import { isActiveClaim, isWithin } from './claim.ts';
import { isOnWeekday, type WeeklyRange } from './hours.ts';

export const findBlockedSlots = async (db: Db, date: string): Promise<Slot[]> => {
  const rows = await db
    .select({ slot: slotClaims.slot })
    .from(slotClaims)
    .where(and(eq(slotClaims.date, date), eq(slotClaims.kind, 'BLOCKED')))
    .orderBy(asc(slotClaims.slot));
  return rows.map(({ slot }) => slot);
};

const isInMonth = (day: typeof slotClaims.date | typeof reservations.date, month: string) =>
  sql`${day} >= ${`${month}-01`}::date and ${day} < ${`${month}-01`}::date + interval '1 month'`;

/** A test checks the query plan. */
export const findMonthClaims = (db: Db, month: string, now: Date) => {
  const { date, slot, kind, closureId, note } = slotClaims;
  return (
    db
      .select({ date, slot, kind, closureId, note, reservation: reservations, memberName: customerName })
      .from(slotClaims)
      // A reservation has the date of its claim. Repeating the condition keeps the planner from reading all reservations.
      .leftJoin(
        reservations,
        and(eq(reservations.id, slotClaims.reservationId), isInMonth(reservations.date, month)),
      )
      .where(and(isInMonth(date, month), isActiveClaim(now)))
      .orderBy(asc(date), asc(slot))
  );
};

export type ClaimRow = Awaited<ReturnType<typeof findMonthClaims>>[number];

/** Finds the slots of a month that have a cancelled reservation. */
export const findCancelledSlots = (db: Db, month: string): Promise<SlotOfDay[]> =>
  db
    .selectDistinct({ date: reservations.date, slot: reservations.slot })
    .from(reservations)
    .where(and(isInMonth(reservations.date, month), eq(reservations.state, 'CANCELLED')));

/** Finds booked reservations within these dates and slots, soonest first. */
export const findConflicts = (db: Tx, span: WeeklyRange): Promise<AdminReservationRow[]> =>
  db
    .select({ reservation: reservations, memberName: customerName })
    .from(slotClaims)
    .innerJoin(
      reservations,
      and(eq(reservations.id, slotClaims.reservationId), between(reservations.date, span.from, span.to)),
    )
    .where(and(isWithin(span), isOnWeekday(span.weekday), eq(reservations.state, 'BOOKED')))
    .orderBy(asc(slotClaims.date), asc(slotClaims.slot));

export type ClosureRow = typeof closures.$inferSelect;

export const findClosures = (db: Db): Promise<ClosureRow[]> =>
  db.select().from(closures).orderBy(asc(closures.weekday), asc(closures.id));

import { asc } from 'drizzle-orm';
import { reservationEvents, reservations, slotClaims } from '#features/reservations/server/tables.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { FinalState } from '#tools/chaos/checker/history.ts';

/** Reads the state that the checker compares the history with. */
export const readFinalState = async (db: Db): Promise<FinalState> => {
  const { date, slot, kind, reservationId, heldBy } = slotClaims;
  const { id, code, memberId, state } = reservations;
  return {
    claims: await db.select({ date, slot, kind, reservationId, heldBy }).from(slotClaims),
    bookings: await db
      .select({ id, code, memberId, state, date: reservations.date, slot: reservations.slot })
      .from(reservations),
    events: await db.select().from(reservationEvents).orderBy(asc(reservationEvents.id)),
  };
};

import { and, desc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { reservations } from '#server/db/schema.ts';
import type { ListPlace } from './list-cursor.ts';
import type { OwnReservation } from './present-reservation.ts';

export interface Page {
  readonly limit: number;
  readonly after: ListPlace | null;
}

const isAfter = (place: ListPlace): SQL =>
  sql`(${reservations.date}, ${reservations.slot}, ${reservations.id})
        < (${place.date}::date, ${place.slot}::text, ${place.id}::bigint)`;

const { id, code, state, shootType, date, slot, desiredShootDate, location, notes, createdAt } = reservations;
const own = { id, code, state, shootType, date, slot, desiredShootDate, location, notes, createdAt };

/** Newest first. */
export const findReservationsByMember = (
  db: Db,
  memberId: string,
  { limit, after }: Page,
): Promise<OwnReservation[]> =>
  db
    .select(own)
    .from(reservations)
    .where(and(eq(reservations.memberId, memberId), after === null ? undefined : isAfter(after)))
    .orderBy(desc(reservations.date), desc(reservations.slot), desc(reservations.id))
    .limit(limit);

import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Slot } from '#contract/slots.ts';
import type { Db } from '#server/db/connection.ts';
import { prepared } from '#server/db/prepared.ts';
import { reservations, slotClaims } from '#server/db/schema.ts';
import { isLiveClaim } from './claim-slot.ts';
import type { ListPlace } from './list-cursor.ts';
import type { ReservationRow } from './present-reservation.ts';

export interface Page {
  readonly limit: number;
  /** The last booking already seen. */
  readonly after: ListPlace | null;
}

const newestFirst = [desc(reservations.date), desc(reservations.slot), desc(reservations.id)];

const isAfter = (place: ListPlace): SQL =>
  sql`(${reservations.date}, ${reservations.slot}, ${reservations.id})
        < (${place.date}::date, ${place.slot}::text, ${place.id}::bigint)`;

const claimedSlots = prepared((db) =>
  db
    .select({ slot: slotClaims.slot })
    .from(slotClaims)
    .where(and(eq(slotClaims.date, sql.placeholder('date')), isLiveClaim(sql.placeholder('now'))))
    .orderBy(asc(slotClaims.slot))
    .prepare('claimed_slots'),
);

/** Every slot of this date that has an owner: booked, blocked, or held and not over. */
export const findClaimedSlots = async (db: Db, date: string, now: Date): Promise<Slot[]> => {
  const rows = await claimedSlots(db).execute({ date, now: now.toISOString() });
  return rows.map(({ slot }) => slot);
};

const ownNewest = prepared((db) =>
  db
    .select()
    .from(reservations)
    .where(eq(reservations.memberId, sql.placeholder('memberId')))
    .orderBy(...newestFirst)
    .limit(sql.placeholder('limit'))
    .prepare('own_reservations'),
);

export const findReservationsByMember = (
  db: Db,
  memberId: string,
  { limit, after }: Page,
): Promise<ReservationRow[]> =>
  after === null
    ? ownNewest(db).execute({ memberId, limit })
    : db
        .select()
        .from(reservations)
        .where(and(eq(reservations.memberId, memberId), isAfter(after)))
        .orderBy(...newestFirst)
        .limit(limit);

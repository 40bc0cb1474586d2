import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Slot } from '#contract/slots.ts';
import type { Db } from '#server/db/connection.ts';
import { members, reservations, slotClaims } from '#server/db/schema.ts';
import type { ListPlace } from './list-cursor.ts';
import type { AdminRow, ReservationRow } from './present-reservation.ts';

export interface Page {
  readonly limit: number;
  /** The last booking already seen. */
  readonly after: ListPlace | null;
}

const newestFirst = [desc(reservations.date), desc(reservations.slot), desc(reservations.id)];

const isAfter = (place: ListPlace | null): SQL | undefined =>
  place === null
    ? undefined
    : sql`(${reservations.date}, ${reservations.slot}, ${reservations.id})
        < (${place.date}::date, ${place.slot}::text, ${place.id}::bigint)`;

/** Every slot of this date that has an owner, booked or blocked. */
export const findClaimedSlots = async (db: Db, date: string): Promise<Slot[]> => {
  const rows = await db
    .select({ slot: slotClaims.slot })
    .from(slotClaims)
    .where(eq(slotClaims.date, date))
    .orderBy(asc(slotClaims.slot));
  return rows.map(({ slot }) => slot);
};

export const findBlockedSlots = async (db: Db, date: string): Promise<Slot[]> => {
  const rows = await db
    .select({ slot: slotClaims.slot })
    .from(slotClaims)
    .where(and(eq(slotClaims.date, date), eq(slotClaims.kind, 'BLOCKED')))
    .orderBy(asc(slotClaims.slot));
  return rows.map(({ slot }) => slot);
};

export const findReservationsByMember = (
  db: Db,
  memberId: string,
  { limit, after }: Page,
): Promise<ReservationRow[]> =>
  db
    .select()
    .from(reservations)
    .where(and(eq(reservations.memberId, memberId), isAfter(after)))
    .orderBy(...newestFirst)
    .limit(limit);

/** Guests are no members: their name stands in the booking. */
const nameOfBooker = sql<string>`coalesce(${reservations.guestName}, ${members.name})`;

const findForAdmins = (db: Db, condition: SQL | undefined, { limit, after }: Page): Promise<AdminRow[]> =>
  db
    .select({ reservation: reservations, memberName: nameOfBooker })
    .from(reservations)
    .leftJoin(members, eq(members.id, reservations.memberId))
    .where(and(condition, isAfter(after)))
    .orderBy(...newestFirst)
    .limit(limit);

export const findReservations = (db: Db, page: Page): Promise<AdminRow[]> =>
  findForAdmins(db, undefined, page);

/** `strpos` knows no wildcards: whatever was typed means itself. */
export const findReservationsByName = (db: Db, name: string, page: Page): Promise<AdminRow[]> =>
  findForAdmins(db, sql`strpos(lower(${nameOfBooker}), lower(${name})) > 0`, page);

/** `code` without its hyphen, whole or in part. */
export const findReservationsByCode = (db: Db, code: string, page: Page): Promise<AdminRow[]> =>
  findForAdmins(db, sql`strpos(replace(${reservations.code}, '-', ''), ${code}) > 0`, page);

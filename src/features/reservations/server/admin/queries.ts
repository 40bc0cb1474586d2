import { and, asc, desc, eq, gte, lt, lte, ne, sql, type SQL } from 'drizzle-orm';
import { members } from '#core/auth/server/tables.ts';
import { packageVersions } from '#core/content/server/tables.ts';
import { findPictureIds } from '#core/files/server/private/link-pictures.ts';
import { findNote } from '#core/notes/server/notes.ts';
import type { QueryOf } from '#platform/contract/endpoint.ts';
import { addDays, seoulInstant } from '#platform/contract/seoul-time.ts';
import {
  isAfterPosition,
  microsecondsOf,
  type CreatedAtPosition,
} from '#platform/server/db/created-at-cursor.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { adminReservationEndpoints, ReservationSort } from '../../contract/admin-reservations.ts';
import { isAfterMeeting, type ListPosition } from '../queries.ts';
import { hasBegun } from '../slot-start.ts';
import { reservationEvents, reservationNotes, reservations } from '../tables.ts';

type ReservationFilters = QueryOf<typeof adminReservationEndpoints.exportReservations>;

/** Matches reservations made on a date in Seoul. */
export const wasCreatedOn = (date: string): SQL | undefined =>
  and(
    gte(reservations.createdAt, seoulInstant(date, 0)),
    lt(reservations.createdAt, seoulInstant(addDays(date, 1), 0)),
  );

/** Matches reservations still 예약 확정 although the meeting has begun. */
export const isUnsettled = (now: Date): SQL | undefined =>
  and(eq(reservations.state, 'BOOKED'), hasBegun(reservations.date, reservations.slot, now));

const matches = (filters: ReservationFilters, now: Date): SQL | undefined => {
  const { from, to, shootType, state, unsettled, createdOn, member } = filters;
  return and(
    from === undefined ? undefined : gte(reservations.date, from),
    to === undefined ? undefined : lte(reservations.date, to),
    shootType === undefined ? undefined : eq(reservations.shootType, shootType),
    state === undefined ? undefined : eq(reservations.state, state),
    unsettled === undefined ? undefined : isUnsettled(now),
    createdOn === undefined ? undefined : wasCreatedOn(createdOn),
    member === undefined ? undefined : eq(reservations.memberId, member),
  );
};

/** Matches a part of the name of the member, or of the customer who booked by phone. Uses `strpos`, which has no wildcards. */
export const hasCustomerName = (name: string): SQL => sql`(
  ${reservations.memberId} in (select id from members where strpos(lower(name), lower(${name})) > 0)
  or strpos(lower(${reservations.guestName}), lower(${name})) > 0
)`;

const CODE_LENGTH = 10;

/** Matches a full or partial code without hyphens. A full code uses the index. */
export const matchesCode = (code: string): SQL =>
  code.length === CODE_LENGTH
    ? eq(reservations.code, `${code.slice(0, 5)}-${code.slice(5)}`)
    : sql`strpos(replace(${reservations.code}, '-', ''), ${code}) > 0`;

type SortedPosition =
  | { readonly sort: 'date-desc' | 'date-asc'; readonly after: ListPosition | null }
  | { readonly sort: 'created-desc'; readonly after: CreatedAtPosition<number> | null };

const isAfter = (position: SortedPosition): SQL | undefined => {
  if (position.after === null) return undefined;
  return position.sort === 'created-desc'
    ? isAfterPosition(reservations, position.after)
    : isAfterMeeting(position.after, position.sort);
};

const orders: Readonly<Record<ReservationSort, readonly SQL[]>> = {
  'date-desc': [desc(reservations.date), desc(reservations.slot), desc(reservations.id)],
  'date-asc': [asc(reservations.date), asc(reservations.slot), asc(reservations.id)],
  'created-desc': [desc(reservations.createdAt), desc(reservations.id)],
};

// A subquery per row, because for a join the planner may start from all members.
export const customerName = sql<string>`coalesce(${reservations.guestName}, (select name from members where id = ${reservations.memberId}))`;
const customerPhone = sql<
  string | null
>`coalesce(${reservations.guestPhone}, (select phone from members where id = ${reservations.memberId}))`;

type ListPage = SortedPosition & { readonly limit: number };

/** A test checks the query plan. */
export const listReservations = (
  db: Db,
  filters: ReservationFilters,
  now: Date,
  page: ListPage,
  search?: SQL,
) =>
  db
    .select({
      reservation: reservations,
      memberName: customerName,
      phoneNumber: customerPhone,
      bookedAt: microsecondsOf(reservations.createdAt),
    })
    .from(reservations)
    .where(and(matches(filters, now), search, isAfter(page)))
    .orderBy(...orders[page.sort])
    .limit(page.limit);

export type ListedRow = Awaited<ReturnType<typeof listReservations>>[number];

export const findReservationDetail = async (db: Db, id: number) => {
  const [row] = await db
    .select({
      reservation: reservations,
      memberName: customerName,
      customerId: sql<string | null>`coalesce(${reservations.customerId}, ${members.id})`,
      phoneNumber: customerPhone,
      package: { name: packageVersions.name, priceWon: packageVersions.priceWon },
    })
    .from(reservations)
    .leftJoin(packageVersions, eq(packageVersions.id, reservations.packageVersionId))
    .leftJoin(members, and(eq(members.id, reservations.memberId), ne(members.status, 'WITHDRAWN')))
    .where(eq(reservations.id, id));
  if (row === undefined) return null;
  const { action, actor, actorId, date, slot, reason, occurredAt } = reservationEvents;
  const events = await db
    .select({ action, actor, by: members.loginId, date, time: slot, reason, at: occurredAt })
    .from(reservationEvents)
    // Only admins are named, except deleted ones.
    .leftJoin(members, and(eq(members.id, actorId), eq(actor, 'ADMIN')))
    .where(eq(reservationEvents.reservationId, id))
    .orderBy(asc(reservationEvents.id));
  const history = events.map((event) => ({ ...event, at: event.at.toISOString() }));
  const note = await findNote(db, reservationNotes, id);
  return { ...row, history, pictureIds: await findPictureIds(db, id), note };
};

import { and, desc, eq, sql, type Placeholder, type SQL, asc } from 'drizzle-orm';
import { findPictureIds } from '#core/files/server/private/link-pictures.ts';
import { appError } from '#platform/contract/errors.ts';
import { isCalendarDate } from '#platform/contract/seoul-time.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { definePrepared } from '#platform/server/db/define-prepared.ts';
import { idCursor, type Page } from '#platform/server/http/pagination.ts';
import type { StudioChange } from '../contract/reservations.ts';
import { isSlot } from '../contract/slots.ts';
import { changeableColumns } from './changes/change-deadline.ts';
import type { ChangeableReservation, ReservationRow } from './present-reservation.ts';
import { reservations, reservationEvents } from './tables.ts';

export type ListPosition = Pick<ReservationRow, 'date' | 'slot' | 'id'>;

const eventsOf = sql`from reservation_events where reservation_id = ${reservations.id}`;

/** A reservation, how often it was changed, and when it was last changed; null when never. */
export const columnsWithChanges = {
  reservation: reservations,
  changes: sql<number>`(select count(*)::int ${eventsOf})`,
  changedAt: sql<Date | null>`(select max(occurred_at) ${eventsOf})`.mapWith(reservationEvents.occurredAt),
};

/** Encodes a position by meeting as `2026-11-24.09-10.17`. */
export const listCursor = {
  read: (cursor: string): ListPosition | null => {
    const [date = '', slot = '', idText = '', ...rest] = cursor.split('.');
    const id = idCursor.read(idText);
    if (!isSlot(slot) || id === null || !isCalendarDate(date) || rest.length > 0) return null;
    return { date, slot, id };
  },
  write: ({ date, slot, id }: ListPosition): string => [date, slot, id].join('.'),
};

/** Matches the reservations that a list shows after this place; `date-desc` shows the latest meetings first. */
export const isAfterMeeting = ({ date, slot, id }: ListPosition, sort: 'date-desc' | 'date-asc'): SQL => {
  const comesAfter = sql.raw(sort === 'date-asc' ? '>' : '<');
  return sql`(${reservations.date}, ${reservations.slot}, ${reservations.id})
    ${comesAfter} (${date}::date, ${slot}::text, ${id}::bigint)`;
};

const selectOwn = (
  db: Tx,
  memberId: string | Placeholder,
  limit: number | Placeholder,
  place?: ListPosition,
) =>
  db
    .select(changeableColumns)
    .from(reservations)
    .where(and(eq(reservations.memberId, memberId), place && isAfterMeeting(place, 'date-desc')))
    .orderBy(desc(reservations.date), desc(reservations.slot), desc(reservations.id))
    .limit(limit);

const ownNewest = definePrepared((db) =>
  selectOwn(db, sql.placeholder('memberId'), sql.placeholder('limit')).prepare('own_reservations'),
);

export const findReservationsByMember = (
  db: Tx,
  memberId: string,
  { limit, after }: Page<ListPosition>,
): Promise<ChangeableReservation[]> =>
  after === null ? ownNewest(db).execute({ memberId, limit }) : selectOwn(db, memberId, limit, after);

type Action = typeof reservationEvents.$inferSelect.action;

const isShown = (action: Action): action is StudioChange['action'] =>
  action === 'MOVED' || action === 'CANCELLED' || action === 'REOPENED';

/**
 * Finds a member's reservation, the moves, cancellations and reopenings of it by the studio, and the ids of its pictures. Throws NOT_FOUND
 * when the member has no such reservation.
 */
export const findOwnReservation = async (
  db: Tx,
  memberId: string,
  id: number,
): Promise<{ reservation: ReservationRow; studioChanges: StudioChange[]; pictureIds: string[] }> => {
  const [reservation] = await db
    .select()
    .from(reservations)
    .where(and(eq(reservations.id, id), eq(reservations.memberId, memberId)));
  if (reservation === undefined) throw appError('NOT_FOUND');
  const events = await db
    .select()
    .from(reservationEvents)
    .where(eq(reservationEvents.reservationId, id))
    .orderBy(asc(reservationEvents.id));
  const studioChanges = events.flatMap(({ actor, action, occurredAt, date, slot }, index) => {
    if (actor !== 'ADMIN' || !isShown(action)) return [];
    // An event stores the meeting before the change. The next event, or else the reservation, stores the meeting after it.
    const after = events[index + 1] ?? reservation;
    return {
      action,
      at: occurredAt.toISOString(),
      before: { date, time: slot },
      after: { date: after.date, time: after.slot },
    };
  });
  return { reservation, studioChanges, pictureIds: await findPictureIds(db, id) };
};

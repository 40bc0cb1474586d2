import { and, eq } from 'drizzle-orm';
import { lockMember } from '#core/auth/server/lock-member.ts';
import type { Slot } from '#core/content/contract/slots.ts';
import { sectionColumn } from '#core/content/server/read-sections.ts';
import { dropReservationMessages } from '#core/messages/server/queue-notification.ts';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Tx, Db } from '#platform/server/db/database.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import type { ExpectedReservation, reservationEndpoints } from '../../contract/reservations.ts';
import { findBookingContext, findViolation } from '../booking/policy.ts';
import { queueReservationMessages } from '../messages/queue-reservation-messages.ts';
import type { ReservationRow, ChangeableReservation } from '../present-reservation.ts';
import { claimSlot } from '../schedule/claim.ts';
import { releaseSlot } from '../schedule/release-slot.ts';
import { reservationEvents, reservations } from '../tables.ts';
import { changeableColumns, isPastChangeDeadline } from './change-deadline.ts';

type EventDetails = Omit<typeof reservationEvents.$inferInsert, 'reservationId' | 'date' | 'slot'>;

export const adminActor = ({ member, now }: AuditContext) =>
  ({ actor: 'ADMIN', actorId: member.id, occurredAt: now }) as const;

/** Appends an event to the reservation's history, with its date and slot before the change, and drops the messages about it. */
export const recordEvent = async (
  tx: Tx,
  { id, date, slot }: Pick<ReservationRow, 'id' | 'date' | 'slot'>,
  doing: EventDetails,
): Promise<void> => {
  await Promise.all([
    tx.insert(reservationEvents).values({ reservationId: id, date, slot, ...doing }),
    dropReservationMessages(tx, id),
  ]);
};

export interface OwnReservationId {
  readonly memberId: string;
  readonly id: number;
}

/** Locks a member's reservation, and reads which messages the studio sends. Throws NOT_FOUND when it is another member's. */
const lockOwnReservation = async (tx: Tx, { memberId, id }: OwnReservationId) => {
  const [found] = await tx
    .select({ booking: changeableColumns, messages: sectionColumn('messages') })
    .from(reservations)
    .where(and(eq(reservations.id, id), eq(reservations.memberId, memberId)))
    .for('update');
  if (found === undefined) throw appError('NOT_FOUND');
  return found;
};

const assertChangeable = (booking: ChangeableReservation, now: Date): void => {
  if (booking.state !== 'BOOKED') throw appError('NOT_BOOKED');
  if (isPastChangeDeadline(booking, { now, changeHours: booking.changeHours }))
    throw appError('CHANGE_TOO_LATE');
};

/** The reservation as it was shown, if the request says so. */
export const expectedRow = (booking: ReservationRow, seen: ExpectedReservation | undefined): ReservationRow =>
  seen === undefined ? booking : { ...booking, state: seen.state, date: seen.date, slot: seen.time };

export const isStale = (booking: ReservationRow, seen: ReservationRow): boolean =>
  booking.state !== seen.state || booking.date !== seen.date || booking.slot !== seen.slot;

export const updateReservation = async (
  tx: Tx,
  id: number,
  values: Partial<Pick<ReservationRow, 'state' | 'date' | 'slot'>>,
): Promise<void> => {
  await tx.update(reservations).set(values).where(eq(reservations.id, id));
};

type CancelReservationInput = BodyOf<typeof reservationEndpoints.cancelReservation>;

/** Cancels a member's reservation, idempotently. Throws NOT_FOUND, CHANGED_MEANWHILE, NOT_BOOKED, CHANGE_TOO_LATE. */
export const cancelReservation = (
  db: Db,
  own: OwnReservationId,
  { reason, seen }: CancelReservationInput,
  now: Date,
): Promise<ChangeableReservation> =>
  db.transaction(async (tx, commitWith) => {
    const { booking, messages } = await lockOwnReservation(tx, own);
    if (booking.state === 'CANCELLED') return booking;
    if (isStale(booking, expectedRow(booking, seen))) throw appError('CHANGED_MEANWHILE');
    assertChangeable(booking, now);
    const cancelled = { action: 'CANCELLED', actor: 'MEMBER' } as const;
    await Promise.all([
      recordEvent(tx, booking, { ...cancelled, actorId: own.memberId, reason, occurredAt: now }),
      updateReservation(tx, booking.id, { state: 'CANCELLED' }),
      releaseSlot(tx, booking.id, now),
    ]);
    commitWith(queueReservationMessages(tx, booking, { ...cancelled, messages, now }));
    return { ...booking, state: 'CANCELLED' };
  });

/** Moves a member's reservation to another slot and frees the former one. Throws the errors of a cancellation and of a reservation. */
export const moveReservation = (
  db: Db,
  own: OwnReservationId,
  target: { readonly date: string; readonly time: Slot },
  now: Date,
): Promise<ChangeableReservation> =>
  db.transaction(async (tx, commitWith) => {
    await lockMember(tx, own.memberId);
    const { booking } = await lockOwnReservation(tx, own);
    const isThere = booking.date === target.date && booking.slot === target.time;
    if (isThere && booking.state === 'BOOKED') return booking;
    assertChangeable(booking, now);
    const context = await findBookingContext(tx, {
      memberId: own.memberId,
      meeting: target,
      moved: booking.id,
      now,
    });
    if (context === null) throw appError('UNAUTHENTICATED');
    const { messages, reservationsOnDate } = context;
    // The limits do not count the moved reservation, and an admin may have exceeded them.
    const others = {
      upcomingReservations: 0,
      reservationsOnDate: booking.date === target.date ? 0 : reservationsOnDate,
    };
    const refusal = findViolation({ ...context, ...others }, target, now);
    if (refusal !== null) throw refusal;
    const moved = { ...booking, date: target.date, slot: target.time };
    // A claim must match its reservation's date and slot at the end of every statement.
    await releaseSlot(tx, booking.id, now);
    await updateReservation(tx, booking.id, { date: moved.date, slot: moved.slot });
    await claimSlot(tx, moved, booking.id, now, own.memberId);
    const change = { action: 'MOVED', actor: 'MEMBER' } as const;
    await recordEvent(tx, booking, { ...change, actorId: own.memberId, occurredAt: now });
    commitWith(queueReservationMessages(tx, moved, { ...change, messages, before: booking, now }));
    return moved;
  });

import { and, eq } from 'drizzle-orm';
import { lockMember } from '#core/auth/server/lock-member.ts';
import { sectionColumn } from '#core/content/server/read-sections.ts';
import { messageSections } from '#core/messages/contract/sections.ts';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Tx, Db } from '#platform/server/db/database.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import type { ExpectedReservation, reservationEndpoints } from '../../contract/reservations.ts';
import type { Slot } from '../../contract/slots.ts';
import { findBookingContext, findViolation } from '../booking/policy.ts';
import { dropReservationMessages, queueReservationMessages } from '../messages/queue-reservation-messages.ts';
import type { ReservationRow, ChangeableReservation } from '../present-reservation.ts';
import { claimSlot } from '../schedule/claim.ts';
import { releaseSlot } from '../schedule/release-slot.ts';
import { reservationEvents, reservations } from '../tables.ts';
import { changeableColumns, isPastChangeDeadline } from './change-deadline.ts';

type EventDetails = Omit<typeof reservationEvents.$inferInsert, 'reservationId' | 'date' | 'slot'>;

export const adminActor = ({ member, now }: AuditContext) =>
  ({ actor: 'ADMIN', actorId: member.id, occurredAt: now }) as const;

/** Appends an event to the reservation's history, with its date and slot before the change, and drops the unsent messages about it. */
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

/** Locks a member's reservation, and reads which messages the studio sends. Throws NOT_FOUND when the member has no such reservation. */
const lockOwnReservation = async (tx: Tx, { memberId, id }: OwnReservationId) => {
  const [found] = await tx
    .select({ reservation: changeableColumns, messages: sectionColumn(messageSections.messages) })
    .from(reservations)
    .where(and(eq(reservations.id, id), eq(reservations.memberId, memberId)))
    .for('update');
  if (found === undefined) throw appError('NOT_FOUND');
  return found;
};

const assertChangeable = (reservation: ChangeableReservation, now: Date): void => {
  if (reservation.state !== 'BOOKED') throw appError('NOT_BOOKED');
  if (isPastChangeDeadline(reservation, { now, changeHours: reservation.changeHours }))
    throw appError('CHANGE_TOO_LATE');
};

/** The reservation with the state, date and slot that the client was shown, if the request names them. */
export const expectedRow = (
  reservation: ReservationRow,
  seen: ExpectedReservation | undefined,
): ReservationRow =>
  seen === undefined ? reservation : { ...reservation, state: seen.state, date: seen.date, slot: seen.time };

export const isStale = (reservation: ReservationRow, seen: ReservationRow): boolean =>
  reservation.state !== seen.state || reservation.date !== seen.date || reservation.slot !== seen.slot;

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
    const { reservation, messages } = await lockOwnReservation(tx, own);
    if (reservation.state === 'CANCELLED') return reservation;
    if (isStale(reservation, expectedRow(reservation, seen))) throw appError('CHANGED_MEANWHILE');
    assertChangeable(reservation, now);
    const cancelled = { action: 'CANCELLED', actor: 'MEMBER' } as const;
    await Promise.all([
      recordEvent(tx, reservation, { ...cancelled, actorId: own.memberId, reason, occurredAt: now }),
      updateReservation(tx, reservation.id, { state: 'CANCELLED' }),
      releaseSlot(tx, reservation.id, now),
    ]);
    commitWith(queueReservationMessages(tx, reservation, { ...cancelled, messages, now }));
    return { ...reservation, state: 'CANCELLED' };
  });

/** Throws NOT_FOUND, NOT_BOOKED, CHANGE_TOO_LATE, the slot errors and BOOKING_DAY_LIMIT. */
export const moveReservation = (
  db: Db,
  own: OwnReservationId,
  target: { readonly date: string; readonly time: Slot },
  now: Date,
): Promise<ChangeableReservation> =>
  db.transaction(async (tx, commitWith) => {
    await lockMember(tx, own.memberId);
    const { reservation } = await lockOwnReservation(tx, own);
    const isThere = reservation.date === target.date && reservation.slot === target.time;
    if (isThere && reservation.state === 'BOOKED') return reservation;
    assertChangeable(reservation, now);
    const context = await findBookingContext(tx, {
      memberId: own.memberId,
      meeting: target,
      moved: reservation.id,
      now,
    });
    if (context === null) throw appError('UNAUTHENTICATED');
    const { messages, reservationsOnDate } = context;
    // A move adds no reservation, so only the limit of another date applies. An admin may have exceeded the other limits before.
    const others = {
      upcomingReservations: 0,
      reservationsOnDate: reservation.date === target.date ? 0 : reservationsOnDate,
    };
    const refusal = findViolation({ ...context, ...others }, target, now);
    if (refusal !== null) throw refusal;
    const moved = { ...reservation, date: target.date, slot: target.time };
    // A claim must match its reservation's date and slot at the end of every statement.
    await releaseSlot(tx, reservation.id, now);
    await updateReservation(tx, reservation.id, { date: moved.date, slot: moved.slot });
    await claimSlot(tx, moved, reservation.id, now, own.memberId);
    const change = { action: 'MOVED', actor: 'MEMBER' } as const;
    await recordEvent(tx, reservation, { ...change, actorId: own.memberId, occurredAt: now });
    commitWith(queueReservationMessages(tx, moved, { ...change, messages, before: reservation, now }));
    return moved;
  });

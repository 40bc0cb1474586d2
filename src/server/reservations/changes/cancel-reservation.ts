import { appError } from '#contract/errors.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { reservationEndpoints } from '#contract/reservations.ts';
import type { Db } from '#server/db/database.ts';
import { queueReservationMessages } from '#server/notifications/queue-reservation-messages.ts';
import { releaseSlot } from '#server/reservations/slots/release-slot.ts';
import { recordEvent } from '#server/reservations/history/record-event.ts';
import { expectedRow, isStale, updateReservation } from './update-with-expected-state.ts';
import { lockOwnReservation, assertChangeable, type OwnReservationId } from './own-reservation.ts';
import type { ChangeableReservation } from '#server/reservations/present-reservation.ts';

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

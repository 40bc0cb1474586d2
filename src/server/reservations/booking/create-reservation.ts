import { appError } from '#contract/errors.ts';
import type { Db } from '#server/db/database.ts';
import { retryTransaction } from '#server/db/retry-transaction.ts';
import { linkPictures } from '#server/private-files/link-pictures.ts';
import { queueReservationMessages } from '#server/notifications/queue-reservation-messages.ts';
import { hashReservationRequest } from './reservation-request.ts';
import type { ReservationRequest } from './reservation-request.ts';
import { findBookingContext } from './booking-context.ts';
import { saveIdempotencyKey } from './idempotency-key.ts';
import { insertReservation } from './insert-reservation.ts';
import { decideBooking } from './booking-policy.ts';
import { assertOffered } from '#server/studio/assert-offered.ts';
import { lockMember } from './lock-member.ts';
import type { ReservationRow } from '#server/reservations/present-reservation.ts';
import { generateReservationCode } from './reservation-code.ts';

interface CreateReservationInput {
  readonly memberId: string;
  readonly key: string | null;
  readonly request: ReservationRequest;
  readonly now: Date;
}

const reserveUnderLock = (db: Db, attempt: CreateReservationInput, code: string): Promise<ReservationRow> =>
  db.transaction(async (tx) => {
    const { memberId, key, request, now } = attempt;
    await lockMember(tx, memberId);
    const standing = await findBookingContext(tx, { memberId, key, meeting: request, now });
    if (standing === null) throw appError('UNAUTHENTICATED');
    const decision = decideBooking(standing, request, now);
    if (decision.kind === 'refuse') throw decision.refusal;
    if (decision.kind === 'repeat' && decision.isKeyed) return decision.booking;
    const {
      shootType,
      date,
      time: slot,
      desiredShootDate,
      location,
      notes,
      packageVersionId = null,
      pictureIds = [],
    } = request;
    if (decision.kind === 'book' && packageVersionId !== null)
      await assertOffered(tx, shootType, packageVersionId);
    const asked = { shootType, date, slot, desiredShootDate, location, notes, packageVersionId };
    const booking =
      decision.kind === 'repeat'
        ? decision.booking
        : await insertReservation(tx, { ...asked, code, memberId, createdAt: now }, memberId);
    if (decision.kind === 'book') {
      await linkPictures(tx, pictureIds, { memberId, reservationId: booking.id });
      await queueReservationMessages(tx, booking, { action: 'BOOKED', actor: 'MEMBER', now });
    }
    if (key !== null) {
      const kept = {
        requestHash: hashReservationRequest(request),
        reservationId: booking.id,
        createdAt: now,
      };
      await saveIdempotencyKey(tx, { memberId, key, ...kept });
    }
    return booking;
  });

/**
 * Creates a reservation, or returns the one that this or an identical request created before. The lock on the member's row serialises
 * a member's requests; the claim's primary key decides between members.
 */
export const createReservation = (
  db: Db,
  attempt: CreateReservationInput,
  drawCode: () => string = generateReservationCode,
): Promise<ReservationRow> =>
  retryTransaction(() => reserveUnderLock(db, attempt, drawCode()), ['reservations_code_key']);

import { appError } from '#contract/errors.ts';
import type { Db } from '#server/db/database.ts';
import { retryTransaction } from '#server/db/retry-transaction.ts';
import { linkPictures } from '#server/private-files/link-pictures.ts';
import { queueReservationMessages } from '#server/notifications/queue-reservation-messages.ts';
import { hashReservationRequest, type ReservationRequest } from './reservation-request.ts';
import { findBookingContext } from './booking-context.ts';
import { saveIdempotencyKey } from './idempotency-key.ts';
import { insertReservation } from './insert-reservation.ts';
import { decideBooking } from './booking-policy.ts';
import { isPackageOffered } from '#server/studio/is-package-offered.ts';
import { lockMember } from './lock-member.ts';
import type { ChangeableReservation } from '#server/reservations/present-reservation.ts';
import { generateReservationCode } from './reservation-code.ts';

interface CreateReservationInput {
  readonly memberId: string;
  readonly key: string | null;
  readonly request: ReservationRequest;
  readonly now: Date;
}

const reserveUnderLock = (
  db: Db,
  attempt: CreateReservationInput,
  code: string,
): Promise<ChangeableReservation> =>
  db.transaction(async (tx, commitWith) => {
    const { memberId, key, request, now } = attempt;
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
    const [, standing, isOffered] = await Promise.all([
      lockMember(tx, memberId),
      findBookingContext(tx, { memberId, key, meeting: request, now }),
      packageVersionId === null || isPackageOffered(tx, shootType, packageVersionId),
    ]);
    if (standing === null) throw appError('UNAUTHENTICATED');
    const { rules, messages } = standing;
    const decision = decideBooking(standing, request, now);
    if (decision.kind === 'refuse') throw decision.refusal;
    if (decision.kind === 'repeat' && decision.isKeyed)
      return { ...decision.booking, changeHours: rules.changeHours };
    if (decision.kind === 'book' && !isOffered) throw appError('PACKAGE_CHANGED');
    const asked = { shootType, date, slot, desiredShootDate, location, notes, packageVersionId };
    const booking =
      decision.kind === 'repeat'
        ? decision.booking
        : await insertReservation(tx, { ...asked, code, memberId, createdAt: now }, memberId);
    if (decision.kind === 'book') {
      await linkPictures(tx, pictureIds, { memberId, reservationId: booking.id });
      commitWith(queueReservationMessages(tx, booking, { messages, action: 'BOOKED', actor: 'MEMBER', now }));
    }
    if (key !== null) {
      const kept = {
        requestHash: hashReservationRequest(request),
        reservationId: booking.id,
        createdAt: now,
      };
      commitWith(saveIdempotencyKey(tx, { memberId, key, ...kept }));
    }
    return { ...booking, changeHours: rules.changeHours };
  });

/**
 * Creates a reservation, or returns the one that this or an identical request created before. The lock on the member's row serialises
 * a member's requests; the claim's primary key decides between members.
 */
export const createReservation = (
  db: Db,
  attempt: CreateReservationInput,
  drawCode: () => string = generateReservationCode,
): Promise<ChangeableReservation> =>
  retryTransaction(() => reserveUnderLock(db, attempt, drawCode()), ['reservations_code_key']);

import { refuse } from '#contract/errors.ts';
import type { Db } from '#server/db/connection.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { hashBooking } from './booking-request.ts';
import type { BookingRequest } from './booking-request.ts';
import { findStanding } from './find-standing.ts';
import { saveIdempotencyKey } from './idempotency-key.ts';
import { insertReservation } from './insert-reservation.ts';
import { judgeBooking } from './judge-booking.ts';
import { lockMember } from './lock-member.ts';
import type { ReservationRow } from './present-reservation.ts';
import { drawReservationCode } from './reservation-code.ts';

interface Attempt {
  readonly memberId: string;
  readonly key: string | null;
  readonly request: BookingRequest;
  readonly now: Date;
}

const reserveUnderLock = (db: Db, attempt: Attempt, code: string): Promise<ReservationRow> =>
  db.transaction(async (tx) => {
    const { memberId, key, request, now } = attempt;
    await lockMember(tx, memberId);
    const standing = await findStanding(tx, { memberId, key, meeting: request, now });
    if (standing === null) throw refuse('UNAUTHENTICATED');
    const verdict = judgeBooking(standing, request, now);
    if (verdict.kind === 'refuse') throw verdict.refusal;
    if (verdict.kind === 'repeat' && verdict.isKeyed) return verdict.booking;
    const { shootType, date, time: slot, desiredShootDate, location, notes } = request;
    const asked = { shootType, date, slot, desiredShootDate, location, notes };
    const booking =
      verdict.kind === 'repeat'
        ? verdict.booking
        : await insertReservation(tx, { ...asked, code, memberId, createdAt: now }, memberId);
    if (key !== null) {
      const kept = { requestHash: hashBooking(request), reservationId: booking.id, createdAt: now };
      await saveIdempotencyKey(tx, { memberId, key, ...kept });
    }
    return booking;
  });

/**
 * Books a slot, or answers the booking that this or an identical request made before. The member's row lock serialises a
 * member's requests; the claim's primary key decides between members.
 */
export const createReservation = (
  db: Db,
  attempt: Attempt,
  drawCode: () => string = drawReservationCode,
): Promise<ReservationRow> =>
  retryTransaction(() => reserveUnderLock(db, attempt, drawCode()), ['reservations_code_key']);

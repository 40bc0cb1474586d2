import { appError, type AppError } from '#contract/errors.ts';
import type { BookingRules, SectionBody } from '#contract/studio-settings.ts';
import { isBookableDate, isPastSlot, startsWithin } from '#contract/bookable-dates.ts';
import type { Availability } from '#server/reservations/slots/slot-availability.ts';
import { slotTaken } from '#server/reservations/slots/slot-taken.ts';
import { hashReservationRequest, type ReservationRequest } from './reservation-request.ts';
import type { ReservationRow } from '#server/reservations/present-reservation.ts';

export interface BookingContext {
  /** The hash of the request that used this idempotency key before, or null. */
  readonly keyedRequestHash: Buffer | null;
  /** The reservation of the idempotency key, or else this member's own reservation of the slot. */
  readonly repeated: ReservationRow | null;
  /** Whether the date offers the slot. */
  readonly isOffered: boolean;
  /** The state of the slot for this member. */
  readonly availability: Availability;
  /** When this member's own hold ends. */
  readonly heldUntil: Date | null;
  readonly rules: BookingRules;
  /** Which messages the studio sends. */
  readonly messages: SectionBody<'messages'>;
  /** Whether the member has to agree to a new privacy policy before giving more personal data. */
  readonly isConsentNeeded: boolean;
  readonly upcomingReservations: number;
  readonly reservationsOnDate: number;
}

/** `repeat`: the reservation already exists; `isKeyed`: it was created with the same idempotency key. */
export type BookingDecision =
  | { readonly kind: 'repeat'; readonly booking: ReservationRow; readonly isKeyed: boolean }
  | { readonly kind: 'refuse'; readonly refusal: AppError }
  | { readonly kind: 'book' };

const isSameReservation = (booking: ReservationRow, request: ReservationRequest): boolean =>
  booking.shootType === request.shootType &&
  booking.desiredShootDate === request.desiredShootDate &&
  booking.location === request.location &&
  booking.notes === request.notes &&
  booking.packageVersionId === (request.packageVersionId ?? null);

/** Applies the rules for reservations, holds and moves; returns the first violation. */
export const findViolation = (
  standing: Pick<
    BookingContext,
    'isOffered' | 'availability' | 'rules' | 'upcomingReservations' | 'reservationsOnDate'
  >,
  request: Pick<ReservationRequest, 'date' | 'time'>,
  now: Date,
): AppError | null => {
  if (!standing.isOffered) return appError('SLOT_NOT_OFFERED');
  const { horizonDays, leadHours, maxUpcoming, maxPerDate } = standing.rules;
  if (!isBookableDate(request.date, now, horizonDays)) return appError('DATE_UNAVAILABLE');
  if (isPastSlot(request.date, request.time, now)) return appError('SLOT_PAST');
  if (startsWithin(request.date, request.time, leadHours, now)) return appError('SLOT_CLOSED');
  const { availability } = standing;
  if (availability === 'HELD' || availability === 'TAKEN') return slotTaken(availability);
  if (standing.upcomingReservations >= maxUpcoming)
    return appError('BOOKING_LIMIT', { message: `예정된 예약은 ${maxUpcoming}건까지 등록할 수 있습니다.` });
  if (standing.reservationsOnDate >= maxPerDate)
    return appError('BOOKING_DAY_LIMIT', {
      message: `같은 날짜에는 ${maxPerDate}건까지 예약할 수 있습니다.`,
    });
  return null;
};

/** Decides a booking request. Repeated requests are recognised first, because they may arrive after the slot has begun. */
export const decideBooking = (
  standing: BookingContext,
  request: ReservationRequest,
  now: Date,
): BookingDecision => {
  const { keyedRequestHash, repeated } = standing;
  const isKeyed = keyedRequestHash !== null;
  if (isKeyed && !keyedRequestHash.equals(hashReservationRequest(request)))
    return { kind: 'refuse', refusal: appError('KEY_REUSED') };
  if (repeated !== null && (isKeyed || isSameReservation(repeated, request)))
    return { kind: 'repeat', booking: repeated, isKeyed };
  const refusal = findViolation(standing, request, now);
  if (refusal !== null) return { kind: 'refuse', refusal };
  return standing.isConsentNeeded
    ? { kind: 'refuse', refusal: appError('CONSENT_NEEDED') }
    : { kind: 'book' };
};

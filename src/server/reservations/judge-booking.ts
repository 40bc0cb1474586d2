import { refuse } from '#contract/errors.ts';
import type { Refusal } from '#contract/errors.ts';
import { isBookableDate, isPastSlot } from '#contract/bookable-dates.ts';
import { hashBooking } from './booking-request.ts';
import type { BookingRequest } from './booking-request.ts';
import { KEY_LIFETIME } from './idempotency-key.ts';
import type { ReservationRow } from './present-reservation.ts';

const MAX_FUTURE_BOOKINGS = 10;
const MAX_BOOKINGS_A_DATE = 2;

export interface Standing {
  /** The booking of the request's idempotency key. */
  readonly keyed: {
    readonly requestHash: Buffer;
    readonly createdAt: Date;
    readonly booking: ReservationRow;
  } | null;
  /** Another member's booking or live hold, or a block. */
  readonly isTaken: boolean;
  /** The end of this member's own hold. */
  readonly heldUntil: Date | null;
  /** This member's own booking of the slot. */
  readonly own: ReservationRow | null;
  readonly futureBookings: number;
  readonly bookingsOnDate: number;
}

/** `repeat`: it was booked before; `isKeyed`: by this very key. */
export type Verdict =
  | { readonly kind: 'repeat'; readonly booking: ReservationRow; readonly isKeyed: boolean }
  | { readonly kind: 'refuse'; readonly refusal: Refusal }
  | { readonly kind: 'book' };

const hasLived = (createdAt: Date, now: Date): boolean => now.getTime() - createdAt.getTime() >= KEY_LIFETIME;

const isSameBooking = (booking: ReservationRow, request: BookingRequest): boolean =>
  booking.shootType === request.shootType &&
  booking.desiredShootDate === request.desiredShootDate &&
  booking.location === request.location &&
  booking.notes === request.notes;

/** The rules for bookings, holds and moves. */
export const findRefusal = (
  standing: Standing,
  request: Pick<BookingRequest, 'date' | 'time'>,
  now: Date,
): Refusal | null => {
  if (!isBookableDate(request.date, now)) return refuse('DATE_UNAVAILABLE');
  if (isPastSlot(request.date, request.time, now)) return refuse('SLOT_PAST');
  if (standing.isTaken) return refuse('SLOT_TAKEN');
  if (standing.futureBookings >= MAX_FUTURE_BOOKINGS) return refuse('BOOKING_LIMIT');
  if (standing.bookingsOnDate >= MAX_BOOKINGS_A_DATE) return refuse('BOOKING_DAY_LIMIT');
  return null;
};

/** A repetition is answered first: it may arrive after the slot has begun. */
export const judgeBooking = (standing: Standing, request: BookingRequest, now: Date): Verdict => {
  const { keyed, own } = standing;
  if (keyed !== null && !hasLived(keyed.createdAt, now)) {
    if (keyed.requestHash.equals(hashBooking(request)))
      return { kind: 'repeat', booking: keyed.booking, isKeyed: true };
    return { kind: 'refuse', refusal: refuse('KEY_REUSED') };
  }
  if (own !== null && isSameBooking(own, request)) return { kind: 'repeat', booking: own, isKeyed: false };
  const refusal = findRefusal(standing, request, now);
  return refusal === null ? { kind: 'book' } : { kind: 'refuse', refusal };
};

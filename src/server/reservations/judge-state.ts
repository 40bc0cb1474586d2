import { refuse } from '#contract/errors.ts';
import type { ReservationAction, ReservationState } from '#contract/reservations.ts';
import { isPastSlot } from '#contract/bookable-dates.ts';
import type { ReservationRow } from './present-reservation.ts';

const actions: Readonly<Record<ReservationState, ReservationAction>> = {
  BOOKED: 'REOPENED',
  COMPLETED: 'COMPLETED',
  CANCELLED: 'CANCELLED',
  NO_SHOW: 'NO_SHOW',
};

/**
 * How a change of state is named in the booking's history; null when it is in that state already. 완료 and 노쇼 need a meeting
 * that has begun. 취소 is possible before and after: a studio also closes past bookings that were called off by phone.
 * Every state can be set back to 예약됨, so that a slip can be corrected.
 */
export const judgeState = (
  { state, date, slot }: Pick<ReservationRow, 'state' | 'date' | 'slot'>,
  next: ReservationState,
  now: Date,
): ReservationAction | null => {
  if (state === next) return null;
  if (next === 'CANCELLED' && state !== 'BOOKED') throw refuse('NOT_BOOKED');
  if (state === 'CANCELLED' && next !== 'BOOKED') throw refuse('NOT_BOOKED');
  const isOutcome = next === 'COMPLETED' || next === 'NO_SHOW';
  if (isOutcome && !isPastSlot(date, slot, now)) throw refuse('TOO_EARLY');
  return actions[next];
};

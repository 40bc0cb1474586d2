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
 * What a change of state is in the booking's history; null when it is in that state already. A meeting is over (완료, 노쇼)
 * only once it has begun, and what was noted of it can be corrected. Only what is to come can be cancelled or come back.
 */
export const judgeState = (
  { state, date, slot }: Pick<ReservationRow, 'state' | 'date' | 'slot'>,
  next: ReservationState,
  now: Date,
): ReservationAction | null => {
  if (state === next) return null;
  const hasBegun = isPastSlot(date, slot, now);
  if (next === 'CANCELLED' && state !== 'BOOKED') throw refuse('NOT_BOOKED');
  if (state === 'CANCELLED' && next !== 'BOOKED') throw refuse('NOT_BOOKED');
  // Neither way: what was cancelled by a slip after it began could never be corrected.
  if ((next === 'CANCELLED' || state === 'CANCELLED') && hasBegun) throw refuse('SLOT_PAST');
  if ((next === 'COMPLETED' || next === 'NO_SHOW') && !hasBegun) throw refuse('TOO_EARLY');
  return actions[next];
};

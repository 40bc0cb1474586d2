import { findNonLinearizableBookings } from './check-bookings.ts';
import { checkRows } from './check-rows.ts';
import { findNonLinearizableSlots } from './check-slots.ts';
import type { FinalState, Operation } from './history.ts';

/** Returns all violations of a run, none if it is consistent. All bookings in the history must be in the future. */
export const checkHistory = (history: readonly Operation[], state: FinalState): string[] => [
  ...checkRows(history, state),
  ...findNonLinearizableBookings(history, state),
  ...findNonLinearizableSlots(history, state),
];

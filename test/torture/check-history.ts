import { findBookingsWithoutOrder } from './check-bookings.ts';
import {
  findCauseless,
  findDoubles,
  findHalves,
  findLost,
  findOverLimit,
  findUnsettled,
} from './check-rows.ts';
import { findSlotsWithoutOrder } from './check-slots.ts';
import type { FinalState, Operation } from './history.ts';

/** What is wrong with a storm: empty when every promise was kept. All bookings in it are of days to come. */
export const checkHistory = (history: readonly Operation[], state: FinalState): string[] => [
  ...findLost(history, state),
  ...findDoubles(state),
  ...findCauseless(history, state),
  ...findHalves(state),
  ...findUnsettled(history.filter((operation) => operation.op === 'book')),
  ...findOverLimit(history, state),
  ...findBookingsWithoutOrder(history, state),
  ...findSlotsWithoutOrder(history, state),
];

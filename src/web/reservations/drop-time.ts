import { reservationEndpoints } from '#contract/reservations.ts';
import { invalidateQueries } from '#web/api/queries.ts';
import { chooseTime } from './booking-draft.ts';
import { giveBackHold } from './slot-hold.ts';

/** The chosen time can no longer be had: it is chosen no more, and how the times stand is read anew. */
export const dropTime = (): void => {
  chooseTime(null);
  giveBackHold();
  void invalidateQueries(reservationEndpoints.availability);
};

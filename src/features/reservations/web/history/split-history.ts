import { seoulDate } from '#platform/contract/seoul-time.ts';
import type { Reservation } from '../../contract/reservations.ts';

/** A booked meeting of today is upcoming until the day is over. */
const isUpcoming = ({ state, date }: Reservation, today: string): boolean =>
  state === 'BOOKED' && date >= today;

const sortKeyOf = ({ date, time }: Reservation): string => `${date} ${time}`;
const byStart = (one: Reservation, other: Reservation): number =>
  sortKeyOf(one).localeCompare(sortKeyOf(other));

/** Upcoming reservations, soonest first; past and cancelled ones, latest meeting first. */
export const splitHistory = (reservations: readonly Reservation[], now: Date) => {
  const today = seoulDate(now);
  const sorted = reservations.toSorted(byStart);
  return {
    upcoming: sorted.filter((reservation) => isUpcoming(reservation, today)),
    past: sorted.filter((reservation) => !isUpcoming(reservation, today)).toReversed(),
  };
};

/** Whether the member may still cancel or move the reservation at this moment. */
export const isChangeable = ({ changeableUntil }: Reservation, now: Date): boolean =>
  changeableUntil !== null && now.getTime() < Date.parse(changeableUntil);

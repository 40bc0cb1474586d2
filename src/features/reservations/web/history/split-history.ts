import { seoulDate } from '#platform/contract/seoul-time.ts';
import type { Reservation } from '../../contract/reservations.ts';

/** Today's meetings are upcoming until the day is over. */
const isUpcoming = ({ state, date }: Reservation, today: string): boolean =>
  state === 'BOOKED' && date >= today;

const startOf = ({ date, time }: Reservation): string => `${date} ${time}`;
const byStart = (one: Reservation, other: Reservation): number => startOf(one).localeCompare(startOf(other));

/** Upcoming bookings, soonest first; past and cancelled ones, newest first. */
export const splitHistory = (bookings: readonly Reservation[], now: Date) => {
  const today = seoulDate(now);
  const sorted = bookings.toSorted(byStart);
  return {
    upcoming: sorted.filter((booking) => isUpcoming(booking, today)),
    past: sorted.filter((booking) => !isUpcoming(booking, today)).toReversed(),
  };
};

/** Whether the member may still cancel or move it at this moment. */
export const isChangeable = ({ changeableUntil }: Reservation, now: Date): boolean =>
  changeableUntil !== null && now.getTime() < Date.parse(changeableUntil);

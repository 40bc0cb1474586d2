import { adminReservationEndpoints } from '#contract/admin-reservations.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { reservationEndpoints } from '#contract/reservations.ts';
import { scheduleEndpoints } from '#contract/schedule.ts';
import { invalidateQueries } from '#web/api/queries.ts';

const affected: readonly Endpoint[] = [
  adminReservationEndpoints.adminReservations,
  adminReservationEndpoints.searchReservationsByName,
  adminReservationEndpoints.searchReservationsByCode,
  adminReservationEndpoints.countUnsettledReservations,
  adminReservationEndpoints.reservationDetail,
  scheduleEndpoints.schedule,
  scheduleEndpoints.listClosures,
  reservationEndpoints.availability,
];

/** Reads again whatever shows bookings, slots or closures: after each change, failed ones too. */
export const invalidateReservations = async (): Promise<void> => {
  await Promise.all(affected.map(invalidateQueries));
};

import { adminReservationEndpoints } from '#contract/admin-reservations.ts';
import { reservationEndpoints } from '#contract/reservations.ts';
import { scheduleEndpoints } from '#contract/schedule.ts';
import { invalidateQueries } from '#web/api/queries.ts';

const {
  adminReservations,
  countUnsettledReservations,
  reservationDetail,
  searchReservationsByCode,
  searchReservationsByName,
} = adminReservationEndpoints;

/** Reads again whatever shows bookings or the slots they own: after each change, and when another was quicker. */
export const refreshBookings = async (): Promise<void> => {
  await Promise.all(
    [
      adminReservations,
      searchReservationsByName,
      searchReservationsByCode,
      countUnsettledReservations,
      reservationDetail,
      scheduleEndpoints.schedule,
      reservationEndpoints.availability,
    ].map(invalidateQueries),
  );
};

import { deskEndpoints } from '#contract/admin/desk.ts';
import { adminReservationEndpoints } from '#contract/admin-reservations.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { notificationEndpoints } from '#contract/notifications.ts';
import { reservationEndpoints } from '#contract/reservations.ts';
import { scheduleEndpoints } from '#contract/schedule.ts';
import { invalidateQueries } from '#web/api/queries.ts';

const affected: readonly Endpoint[] = [
  adminReservationEndpoints.adminReservations,
  adminReservationEndpoints.searchReservationsByName,
  adminReservationEndpoints.searchReservationsByCode,
  deskEndpoints.deskCounts,
  adminReservationEndpoints.reservationDetail,
  notificationEndpoints.listNotifications,
  scheduleEndpoints.schedule,
  scheduleEndpoints.listClosures,
  reservationEndpoints.availability,
];

/** Invalidates all queries of reservations, slots and closures, after every change, even a failed one. */
export const invalidateReservations = async (): Promise<void> => {
  await Promise.all(affected.map(invalidateQueries));
};

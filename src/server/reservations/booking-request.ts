import { createHash } from 'node:crypto';
import type { BodyOf } from '#contract/endpoint.ts';
import type { reservationEndpoints } from '#contract/reservations.ts';

/** What a member asks for: checked and normalised. */
export type BookingRequest = BodyOf<typeof reservationEndpoints.createReservation>;

/** Equal for bodies that ask for the same booking, whatever their order of fields, blanks or fields of no meaning. */
export const hashBooking = (request: BookingRequest): Buffer => {
  const { shootType, date, time, desiredShootDate, location, notes } = request;
  const fields = [shootType, date, time, desiredShootDate, location, notes];
  return createHash('sha256').update(JSON.stringify(fields)).digest();
};

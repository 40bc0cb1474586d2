import { createHash } from 'node:crypto';
import type { BodyOf } from '#contract/endpoint.ts';
import type { reservationEndpoints } from '#contract/reservations.ts';

export type ReservationRequest = BodyOf<typeof reservationEndpoints.createReservation>;

/** Hashes the fields of a reservation request, to recognise repeated requests. */
export const hashReservationRequest = (request: ReservationRequest): Buffer => {
  const { shootType, date, time, desiredShootDate, location, notes, packageVersionId, pictureIds } = request;
  const fields: string[] = [shootType, date, time, desiredShootDate, location, notes];
  if (packageVersionId !== undefined) fields.push(String(packageVersionId));
  if (pictureIds !== undefined) fields.push(...pictureIds);
  return createHash('sha256').update(JSON.stringify(fields)).digest();
};

import { adminReservationEndpoints } from './admin-reservations.ts';
import { authEndpoints } from './auth.ts';
import { memberEndpoints } from './members.ts';
import { photoEndpoints } from './photos.ts';
import { questionEndpoints } from './questions.ts';
import { reservationEndpoints } from './reservations.ts';
import { scheduleEndpoints } from './schedule.ts';
import type { Endpoint } from './endpoint.ts';

/** All endpoints of the API. The server, the OpenAPI document and the tests use this list. */
export const api = {
  photos: photoEndpoints,
  auth: authEndpoints,
  members: memberEndpoints,
  // Fixed paths come before parameters: `/hold` before `/{id}`.
  reservations: { ...reservationEndpoints, ...scheduleEndpoints, ...adminReservationEndpoints },
  questions: questionEndpoints,
} as const;

export const allEndpoints: readonly Endpoint[] = Object.values(api).flatMap((group) =>
  Object.values<Endpoint>(group),
);

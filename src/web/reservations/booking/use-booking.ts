import { useNavigate } from 'react-router';
import type { BodyOf } from '#contract/endpoint.ts';
import { isSlotError, reservationEndpoints } from '#contract/reservations.ts';
import { ApiError, messageOf } from '#web/api/api.ts';
import { browserApi, endSession } from '#web/api/browser-api.ts';
import { readSession } from '#web/auth/session.ts';
import { paths } from '#web/paths.ts';
import { draftIdempotencyKey, useBookingDraft } from './booking-draft.ts';
import { consumeHold } from './slot-hold.ts';
import { useReturnToDates } from './use-return-to-dates.ts';

type Booking = BodyOf<typeof reservationEndpoints.createReservation>;

/** Sends the booking and navigates to its code, or to the calendar when the time is gone. Returns any other failure of the call. */
export const useBooking = () => {
  const navigate = useNavigate();
  const returnToDates = useReturnToDates();

  return async (body: Booking): Promise<ApiError | null> => {
    try {
      const headers = { 'Idempotency-Key': draftIdempotencyKey(body) };
      const { createReservation } = reservationEndpoints;
      useBookingDraft.setState({ result: await browserApi.call(createReservation, { body }, { headers }) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) {
        // browserApi has already ended the session, unless the refreshed token was refused as well.
        if (readSession() !== null) await endSession(messageOf(error));
        return null;
      }
      if (!isSlotError(error.code) && error.code !== 'BOOKING_DAY_LIMIT') return error;
      await returnToDates(error.message);
      return null;
    }
    consumeHold();
    await navigate(paths.reserveComplete(), { replace: true });
    return null;
  };
};

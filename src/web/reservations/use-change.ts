import { useState } from 'react';
import { reservationEndpoints } from '#contract/reservations.ts';
import type { Reservation } from '#contract/reservations.ts';
import { ApiError, messageOf } from '#web/api/api.ts';
import { invalidateQueries } from '#web/api/queries.ts';

const FAILED = '처리 중 오류가 발생했습니다.';

/** Of the booking as it is known here, or of its times: what is shown is no longer true. */
const readAnew = (): void => {
  void invalidateQueries(reservationEndpoints.myReservations);
  void invalidateQueries(reservationEndpoints.availability);
};

/** Sends one change of a booking, whatever it is; `failure` is what to say of it. Null while it failed. */
export const useChange = () => {
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState('');

  const send = async (change: () => Promise<Reservation>): Promise<Reservation | null> => {
    if (isSending) return null;
    setFailure('');
    setIsSending(true);
    try {
      return await change();
    } catch (error) {
      const field = error instanceof ApiError ? Object.values(error.fields)[0] : undefined;
      setFailure(field ?? messageOf(error, FAILED));
      return null;
    } finally {
      setIsSending(false);
      readAnew();
    }
  };

  return { send, isSending, failure };
};

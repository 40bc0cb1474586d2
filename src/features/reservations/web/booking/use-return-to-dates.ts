import { useNavigate } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { showAlert } from '#platform/web/client/alert.tsx';
import { reloadData } from '#platform/web/client/api/data-changes.ts';
import { reservationEndpoints } from '../../contract/reservations.ts';
import { chooseTime } from './booking-draft.ts';
import { releaseHold } from './slot-hold.ts';

/** Drops the chosen time, which cannot be booked, with its hold, and reads the times again. */
export const clearTime = (): void => {
  chooseTime(null);
  releaseHold();
  void reloadData(reservationEndpoints.availability.reads);
};

/**
 * The state of the navigation to the calendar after the chosen time was lost: the times take the focus. After a reload, Back or
 * Forward the state is a copy, which does not count.
 */
export const TIME_LOST = { isTimeLost: true } as const;

/** Shows why the chosen time is gone and leads back to the times of its day, or to the calendar when the member can book none of them. */
export const useReturnToDates = () => {
  const navigate = useNavigate();
  return async (message: string, isDayLost = false): Promise<void> => {
    clearTime();
    if (await showAlert(message)) await navigate(paths.reserveDate(), isDayLost ? {} : { state: TIME_LOST });
  };
};

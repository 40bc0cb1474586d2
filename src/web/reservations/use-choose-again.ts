import { useNavigate } from 'react-router';
import { paths } from '#web/paths.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { dropTime } from './drop-time.ts';

/** Says that the chosen time is gone and leads back to the calendar. */
export const useChooseAgain = () => {
  const navigate = useNavigate();
  return async (message: string): Promise<void> => {
    dropTime();
    if (await showAlert(message)) await navigate(paths.reserveDate());
  };
};

import { CalendarPlus } from 'lucide-react';
import { downloadFile } from '#platform/web/client/api/download-file.ts';
import { useAction } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { reservationEndpoints, type Reservation } from '../contract/reservations.ts';
import styles from './calendar-button.module.css';

interface CalendarButtonProps {
  readonly reservation: Pick<Reservation, 'id' | 'reservationCode'>;
  /** The main action of the page, or one of several small ones. */
  readonly isMain?: boolean;
}

/** Downloads the reservation as an iCalendar file. */
export const CalendarButton = ({
  reservation: { id, reservationCode },
  isMain = false,
}: CalendarButtonProps) => {
  const { run, isRunning, report } = useAction();

  const download = (): Promise<void> => {
    const fileName = `예약-${reservationCode}.ics`;
    return downloadFile(reservationEndpoints.reservationCalendar, { params: { id } }, fileName);
  };

  return (
    <>
      <Button
        variant={isMain ? 'primary' : 'secondary'}
        size={isMain ? 'large' : 'small'}
        isLoading={isRunning}
        onClick={() => void run(download)}
      >
        <CalendarPlus size={18} aria-hidden="true" />
        캘린더에 추가
      </Button>
      {report !== null && (
        <p className={cx('small error', styles.failure)} role="alert">
          {report.text}
        </p>
      )}
    </>
  );
};

import { callLink } from '#core/content/web/contact-links.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { formatNearDateTime } from '#platform/contract/seoul-time.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import type { Reservation } from '../../contract/reservations.ts';
import { CalendarButton } from '../calendar-button.tsx';
import { formatMeeting } from '../format-meeting.ts';
import { isChangeable } from './split-history.ts';
import styles from './history-actions.module.css';

interface HistoryActionsProps {
  readonly reservation: Reservation;
  readonly now: Date;
  readonly onMove: () => void;
  readonly onCancel: () => void;
}

export const HistoryActions = ({ reservation, now, onMove, onCancel }: HistoryActionsProps) => {
  const { phone } = useStudio();
  const canChange = isChangeable(reservation, now);
  const when = formatMeeting(reservation);
  const { changeableUntil } = reservation;
  const until = changeableUntil === null ? '' : `${formatNearDateTime(new Date(changeableUntil), now)}까지`;
  return (
    <div className={cx('row-2 wrap', styles.actions)}>
      {canChange && (
        <Button variant="secondary" size="small" aria-label={`일정 변경: ${when}`} onClick={onMove}>
          일정 변경
        </Button>
      )}
      <CalendarButton reservation={reservation} />
      {canChange && (
        <Button variant="quiet" size="small" aria-label={`예약 취소: ${when}`} onClick={onCancel}>
          예약 취소
        </Button>
      )}
      <p className={cx('note', styles.until)}>
        {canChange ? (
          `${until} 변경하거나 취소할 수 있습니다.`
        ) : (
          <>
            변경하거나 취소할 수 있는 시간{until && `(${until})`}이 지났습니다. 스튜디오로 연락해 주세요:{' '}
            <a href={callLink(phone)} className="tabular">
              {phone}
            </a>
          </>
        )}
      </p>
    </div>
  );
};

import { ArrowRight } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';
import { addDays } from '#platform/contract/seoul-time.ts';
import { FormDialog } from '#platform/web/client/forms/form-dialog.tsx';
import type { ActionReport } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { isSameMeeting, type MeetingTime } from './describe-slots.ts';
import { formatMeeting } from './format-meeting.ts';
import { MeetingPicker } from './meeting-picker.tsx';
import { useMeetingChoice, type PartialMeetingTime } from './use-meeting-choice.ts';
import styles from './move-dialog.module.css';

interface MoveSummaryProps {
  readonly from: MeetingTime;
  /** Null until it is chosen. */
  readonly to: MeetingTime | null;
}

const MoveSummary = ({ from, to }: MoveSummaryProps) => (
  <p className={cx('row-2 wrap middle muted tabular', styles.summary)} role="status">
    <span className={styles.from} data-left={to !== null || undefined}>
      <span className="visually-hidden">변경 전 </span>
      {formatMeeting(from)}
    </span>{' '}
    <ArrowRight size={18} aria-hidden="true" />{' '}
    {to === null ? (
      <span>새 시간을 선택해 주세요</span>
    ) : (
      <span className={cx('strong', styles.to)}>
        <span className="visually-hidden">변경 후 </span>
        {formatMeeting(to)}
      </span>
    )}
  </p>
);

interface MoveDialogProps {
  readonly reservation: MeetingTime;
  readonly isSending: boolean;
  readonly report: ActionReport | null;
  readonly onMove: (to: MeetingTime) => void;
  readonly onClose: () => void;
  /** Offers the same time of the next day above the calendar. */
  readonly offersNextDay?: boolean;
  /** Further fields, below the calendar. */
  readonly children?: ReactNode;
}

/** Chooses another time for a reservation and shows the old and the new one before it is moved. */
export const MoveDialog = ({
  reservation,
  isSending,
  report,
  onMove,
  onClose,
  offersNextDay = false,
  children,
}: MoveDialogProps) => {
  const [selection, setSelection] = useState<PartialMeetingTime>({ date: reservation.date, time: null });
  const choice = useMeetingChoice(selection, { current: reservation });

  const chooseDate = useCallback(
    (date: string) => setSelection((last) => (last.date === date ? last : { date, time: null })),
    [],
  );

  const nextDay = { date: addDays(reservation.date, 1), time: reservation.time };

  const submit = (): void => {
    const meeting = choice.check();
    if (meeting !== null) onMove(meeting);
  };

  return (
    <FormDialog
      title="일정 변경"
      submitLabel="이 시간으로 변경"
      cancelLabel="그대로 두기"
      isWide
      isRunning={isSending}
      failure={report?.tone === 'error' ? report.text : undefined}
      summary={<MoveSummary from={reservation} to={choice.meeting} />}
      onSubmit={submit}
      onClose={onClose}
    >
      {offersNextDay && (
        <Button
          variant="secondary"
          disabled={!choice.isFree(nextDay)}
          aria-pressed={choice.meeting !== null && isSameMeeting(choice.meeting, nextDay)}
          onClick={() => setSelection(nextDay)}
        >
          다음 날 같은 시간
        </Button>
      )}
      <MeetingPicker
        choice={choice}
        onDate={chooseDate}
        onTime={(time) => setSelection((last) => ({ ...last, time }))}
      />
      {children}
    </FormDialog>
  );
};

import { useRef, useState } from 'react';
import type { ReservationDetail } from '#contract/admin-reservations.ts';
import { limits } from '#contract/fields.ts';
import { changeReason } from '#contract/reservations.ts';
import type { Slot } from '#contract/slots.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './admin-reservation-page.module.css';
import { focusMissing, MeetingPicker } from './meeting-picker.tsx';
import { useMeetingChoice } from './use-meeting-choice.ts';
import type { MeetingWish } from './use-meeting-choice.ts';

interface MovePanelProps {
  readonly booking: ReservationDetail;
  readonly isMoving: boolean;
  readonly onMove: (to: { date: string; time: Slot; reason: string }) => Promise<void>;
  readonly onClose: () => void;
}

export const MovePanel = ({ booking, isMoving, onMove, onClose }: MovePanelProps) => {
  const [wish, setWish] = useState<MeetingWish>({ date: booking.date, time: null });
  const choice = useMeetingChoice(wish, booking);
  const picker = useRef<HTMLDivElement>(null);
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const { date, time } = choice;
  const reasonError = changeReason.safeParse(reason).error?.issues[0]?.message;

  const move = async (): Promise<void> => {
    setIsChecked(true);
    if (date === null || time === null) focusMissing(picker.current, choice);
    else if (reasonError === undefined) await onMove({ date, time, reason });
  };

  return (
    <div className={styles.panel} role="group" aria-label="일정 변경">
      <MeetingPicker
        ref={picker}
        choice={choice}
        onDate={(chosen) => setWish({ date: chosen, time: null })}
        onTime={(chosen) => setWish({ date, time: chosen })}
        isChecked={isChecked}
      />
      <TextField
        label="변경 사유"
        note="선택"
        hint={`기록에 남습니다. ${limits.reason}자까지 적을 수 있습니다.`}
        autoComplete="off"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={reasonError}
      />
      <div className={styles.actions}>
        <Button isLoading={isMoving} onClick={() => void move()}>
          이 시간으로 옮기기
        </Button>
        <Button variant="quiet" onClick={onClose}>
          그만두기
        </Button>
      </div>
    </div>
  );
};

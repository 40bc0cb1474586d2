import { useRef, useState } from 'react';
import { reservationEndpoints } from '#contract/reservations.ts';
import type { Reservation } from '#contract/reservations.ts';
import type { Slot } from '#contract/slots.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { MeetingTime } from './describe-slots.ts';
import { focusMissing, MeetingPicker } from './meeting-picker.tsx';
import { MoveSummary } from './move-summary.tsx';
import { useChange } from './use-change.ts';
import { useIsChecked } from './use-is-checked.ts';
import { useMeetingChoice } from './use-meeting-choice.ts';

interface MoveDialogProps {
  readonly booking: Reservation;
  readonly onClose: () => void;
  readonly onDone: (moved: Reservation) => void;
}

/** Chooses another time for a booking, and says from when to when before it is done. */
export const MoveDialog = ({ booking, onClose, onDone }: MoveDialogProps) => {
  const { send, isSending, failure } = useChange();
  const [wish, setWish] = useState<{ date: string; time: Slot | null }>({ date: booking.date, time: null });
  const choice = useMeetingChoice(wish, booking);
  const picker = useRef<HTMLDivElement>(null);
  const { date, time } = choice;
  const [isChecked, setIsChecked] = useIsChecked(date);

  const move = async (body: MeetingTime): Promise<void> => {
    const input = { params: { id: booking.id }, body };
    const moved = await send(() => browserApi.call(reservationEndpoints.moveReservation, input));
    if (moved !== null) return onDone(moved);
    // What is said now is the refusal.
    setIsChecked(false);
  };

  const submit = (): void => {
    setIsChecked(true);
    if (date === null || time === null) focusMissing(picker.current, choice);
    else void move({ date, time });
  };

  return (
    <Dialog
      title="일정 변경"
      closeLabel="닫기"
      isWide
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <MoveSummary from={booking} to={date !== null && time !== null ? { date, time } : null} />
          <Button variant="secondary" onClick={onClose}>
            그대로 두기
          </Button>
          <Button type="submit" isLoading={isSending}>
            이 시간으로 변경
          </Button>
        </>
      }
    >
      {failure !== '' && <Notice tone="error">{failure}</Notice>}
      <MeetingPicker
        ref={picker}
        choice={choice}
        onDate={(chosen) => setWish((last) => (last.date === chosen ? last : { date: chosen, time: null }))}
        onTime={(chosen) => setWish((last) => ({ ...last, time: chosen }))}
        isChecked={isChecked}
      />
    </Dialog>
  );
};

import { useRef, useState } from 'react';
import type { ReservationDetail } from '#contract/admin-reservations.ts';
import { limits } from '#contract/fields.ts';
import type { Slot } from '#contract/slots.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { sayNotice } from './admin-notice.ts';
import { focusMissing, MeetingPicker } from './meeting-picker.tsx';
import { MoveSummary } from './move-summary.tsx';
import { useIsChecked } from './use-is-checked.ts';
import { useMeetingChoice } from './use-meeting-choice.ts';
import type { MeetingWish } from './use-meeting-choice.ts';

interface AdminMoveDialogProps {
  readonly booking: ReservationDetail;
  readonly isSending: boolean;
  readonly failure: string | null;
  readonly onMove: (to: { date: string; time: Slot; reason: string }) => void;
  readonly onClose: () => void;
}

export const AdminMoveDialog = ({ booking, isSending, failure, onMove, onClose }: AdminMoveDialogProps) => {
  const [wish, setWish] = useState<MeetingWish>({ date: booking.date, time: null });
  const choice = useMeetingChoice(wish, booking);
  const [reason, setReason] = useState('');
  const picker = useRef<HTMLDivElement>(null);
  const { date, time } = choice;
  const [isChecked, setIsChecked] = useIsChecked(date);

  const submit = (): void => {
    setIsChecked(true);
    if (date === null || time === null) focusMissing(picker.current, choice);
    else onMove({ date, time, reason });
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
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <MeetingPicker
        ref={picker}
        choice={choice}
        onDate={(chosen) => setWish((last) => (last.date === chosen ? last : { date: chosen, time: null }))}
        onTime={(chosen) => setWish((last) => ({ ...last, time: chosen }))}
        isChecked={isChecked}
      />
      <TextField
        label="변경 사유"
        note="선택"
        hint={sayNotice(booking)}
        autoComplete="off"
        maxLength={limits.reason}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </Dialog>
  );
};

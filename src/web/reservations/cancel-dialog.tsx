import { useState } from 'react';
import { reservationEndpoints } from '#contract/reservations.ts';
import type { Reservation } from '#contract/reservations.ts';
import { limits } from '#contract/fields.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import styles from './cancel-dialog.module.css';
import { formatMeeting } from './format-meeting.ts';
import { useChange } from './use-change.ts';

const effects = [
  '취소하시면 바로 다른 분이 이 시간을 예약하실 수 있습니다.',
  '예약 기록은 내역에 ‘취소’로 남습니다.',
  '취소한 예약은 되돌릴 수 없습니다. 필요하시면 다시 예약해 주세요.',
] as const;

interface CancelDialogProps {
  readonly booking: Reservation;
  readonly onClose: () => void;
  readonly onDone: (cancelled: Reservation) => void;
}

/** Says what a cancellation does before it is done. */
export const CancelDialog = ({ booking, onClose, onDone }: CancelDialogProps) => {
  const { send, isSending, failure } = useChange();
  const [reason, setReason] = useState('');

  const cancel = async (): Promise<void> => {
    const { id, state, date, time } = booking;
    const input = { params: { id }, body: { reason, seen: { state, date, time } } };
    const cancelled = await send(() => browserApi.call(reservationEndpoints.cancelReservation, input));
    if (cancelled !== null) onDone(cancelled);
  };

  return (
    <Dialog
      title="예약을 취소할까요?"
      closeLabel="닫기"
      onClose={onClose}
      onSubmit={() => void cancel()}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            그대로 두기
          </Button>
          <Button type="submit" variant="danger" isLoading={isSending}>
            예약 취소하기
          </Button>
        </>
      }
    >
      <p className={styles.when}>{formatMeeting(booking)}</p>
      <ul className={styles.effects}>
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <TextArea
        label="취소 사유"
        note="선택"
        maxLength={limits.reason}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {failure !== '' && <Notice tone="error">{failure}</Notice>}
    </Dialog>
  );
};

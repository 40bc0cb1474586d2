import { useState } from 'react';
import type { ReservationDetail } from '#contract/admin-reservations.ts';
import { limits } from '#contract/fields.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { sayNotice } from './admin-notice.ts';
import styles from './cancel-dialog.module.css';
import { formatMeeting } from './format-meeting.ts';

interface AdminCancelDialogProps {
  readonly booking: ReservationDetail;
  readonly isSending: boolean;
  readonly failure: string | null;
  readonly onCancel: (reason: string) => void;
  readonly onClose: () => void;
}

/** Says who will be told and what becomes of the time before it is done. */
export const AdminCancelDialog = ({
  booking,
  isSending,
  failure,
  onCancel,
  onClose,
}: AdminCancelDialogProps) => {
  const [reason, setReason] = useState('');
  return (
    <Dialog
      title="예약을 취소할까요?"
      closeLabel="닫기"
      onClose={onClose}
      onSubmit={() => onCancel(reason)}
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
      <p className={styles.when}>
        {booking.memberName} · {formatMeeting(booking)}
      </p>
      <ul className={styles.effects}>
        <li>{sayNotice(booking)}</li>
        <li>취소하면 바로 다른 고객이 이 시간을 예약할 수 있습니다.</li>
        <li>예약 기록은 ‘취소’로 남고, 그 시간에 다른 예약이 없으면 되돌릴 수 있습니다.</li>
      </ul>
      <TextArea
        label="취소 사유"
        note="선택"
        hint="내부 기록에만 남고 안내 문자에는 포함되지 않습니다."
        maxLength={limits.reason}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
    </Dialog>
  );
};

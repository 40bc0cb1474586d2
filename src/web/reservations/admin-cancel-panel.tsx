import { useState } from 'react';
import type { ReservationDetail } from '#contract/admin-reservations.ts';
import { limits } from '#contract/fields.ts';
import { changeReason } from '#contract/reservations.ts';
import { formatDate } from '#contract/seoul-time.ts';
import { formatSlot } from '#contract/slots.ts';
import { askConfirm } from '#web/shell/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import styles from './admin-reservation-page.module.css';

interface CancelPanelProps {
  readonly booking: ReservationDetail;
  readonly isCancelling: boolean;
  readonly onCancel: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Says who will be told and what becomes of the slot before it is done. */
export const CancelPanel = ({ booking, isCancelling, onCancel, onClose }: CancelPanelProps) => {
  const [reason, setReason] = useState('');
  const { memberName, phoneNumber, date, time } = booking;
  const error = changeReason.safeParse(reason).error?.issues[0]?.message;
  const notice =
    phoneNumber === null
      ? '전화번호가 없어 문자는 보내지 않습니다.'
      : `${memberName} 님에게 문자로 알립니다.`;

  const cancel = async (): Promise<void> => {
    const message = `${formatDate(date)} ${formatSlot(time)} 예약을 취소할까요?\n${notice}\n시간은 바로 비워집니다.`;
    if (await askConfirm({ message, confirmLabel: '예약 취소하기', isDanger: true })) await onCancel(reason);
  };

  return (
    <div className={styles.panel} role="group" aria-label="예약 취소">
      <TextArea
        label="취소 사유"
        note="선택"
        hint={`기록에 남습니다. ${limits.reason}자까지 적을 수 있습니다.`}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={error}
      />
      <div className={styles.actions}>
        <Button
          variant="danger"
          disabled={error !== undefined}
          isLoading={isCancelling}
          onClick={() => void cancel()}
        >
          취소 진행하기
        </Button>
        <Button variant="quiet" onClick={onClose}>
          그만두기
        </Button>
      </div>
    </div>
  );
};

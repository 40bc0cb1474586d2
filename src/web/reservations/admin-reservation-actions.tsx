import { useState } from 'react';
import { adminReservationEndpoints } from '#contract/admin-reservations.ts';
import type { ReservationDetail } from '#contract/admin-reservations.ts';
import type { ReservationState } from '#contract/reservations.ts';
import { isPastSlot } from '#contract/bookable-dates.ts';
import { askConfirm } from '#web/shell/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AdminCancelDialog } from './admin-cancel-dialog.tsx';
import { AdminMoveDialog } from './admin-move-dialog.tsx';
import { sayNotice } from './admin-notice.ts';
import styles from './admin-reservation-page.module.css';
import { useAdminChange } from './use-admin-change.ts';
import { useNow } from './use-now.ts';

const done: Readonly<Record<ReservationState, string>> = {
  BOOKED: '‘예약됨’ 상태로 되돌렸습니다.',
  COMPLETED: '완료로 변경했습니다.',
  NO_SHOW: '노쇼로 변경했습니다.',
  CANCELLED: '예약을 취소했습니다. 이제 다른 고객이 이 시간을 예약할 수 있습니다.',
};
const PAST_CANCELLED = '취소로 변경했습니다.';

const { changeReservationState, moveAnyReservation } = adminReservationEndpoints;

/** What the studio can do with a booking as it stands; what it did is said beside it. */
export const ReservationActions = ({ booking }: { booking: ReservationDetail }) => {
  const { id, state, date, time } = booking;
  const { change, forget, isChanging, report } = useAdminChange();
  const [asked, setAsked] = useState<'cancel' | 'move' | null>(null);
  const hasBegun = isPastSlot(date, time, useNow());
  const seen = { state, date, time };
  // Another may have cancelled it meanwhile: then there is nothing left to ask.
  const open = state === 'BOOKED' ? asked : null;

  const ask = (what: 'cancel' | 'move'): void => {
    forget();
    setAsked(what);
  };
  const close = (): void => {
    forget();
    setAsked(null);
  };
  const become = async (next: ReservationState, reason = ''): Promise<void> => {
    const input = { params: { id }, body: { state: next, reason, seen } };
    const text = next === 'CANCELLED' && hasBegun ? PAST_CANCELLED : done[next];
    if (await change(changeReservationState, input, text)) setAsked(null);
  };
  const reopen = async (): Promise<void> => {
    const message =
      state === 'CANCELLED' && !hasBegun
        ? `취소한 예약을 되돌릴까요?\n그 시간이 비어 있어야 되돌릴 수 있습니다.\n${sayNotice(booking)}`
        : '‘예약됨’ 상태로 되돌릴까요?';
    if (await askConfirm({ message, confirmLabel: '되돌리기' })) await become('BOOKED');
  };

  return (
    <section className={styles.block} aria-label="예약 처리">
      <div className={styles.actions}>
        {state === 'BOOKED' && hasBegun && (
          <>
            <Button isLoading={isChanging} onClick={() => void become('COMPLETED')}>
              완료
            </Button>
            <Button variant="secondary" isLoading={isChanging} onClick={() => void become('NO_SHOW')}>
              노쇼
            </Button>
            <Button variant="secondary" isLoading={isChanging} onClick={() => void become('CANCELLED')}>
              취소
            </Button>
          </>
        )}
        {state === 'BOOKED' && (
          <>
            <Button variant="secondary" onClick={() => ask('move')}>
              일정 변경
            </Button>
            {!hasBegun && (
              <Button variant="danger" onClick={() => ask('cancel')}>
                예약 취소
              </Button>
            )}
          </>
        )}
        {state !== 'BOOKED' && (
          <Button variant="secondary" isLoading={isChanging} onClick={() => void reopen()}>
            되돌리기
          </Button>
        )}
      </div>
      {state === 'BOOKED' && !hasBegun && (
        <p className={styles.hint}>완료와 노쇼는 미팅이 시작된 뒤에 선택할 수 있습니다.</p>
      )}
      {open === null && report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
      {open === 'cancel' && (
        <AdminCancelDialog
          booking={booking}
          isSending={isChanging}
          failure={report?.text ?? null}
          onCancel={(reason) => void become('CANCELLED', reason)}
          onClose={close}
        />
      )}
      {open === 'move' && (
        <AdminMoveDialog
          booking={booking}
          isSending={isChanging}
          failure={report?.text ?? null}
          onMove={async (body) => {
            const input = { params: { id }, body: { ...body, seen } };
            if (await change(moveAnyReservation, input, '일정을 변경했습니다.')) setAsked(null);
          }}
          onClose={close}
        />
      )}
    </section>
  );
};

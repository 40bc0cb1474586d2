import { useState } from 'react';
import { adminReservationEndpoints } from '#contract/admin-reservations.ts';
import type { ReservationDetail } from '#contract/admin-reservations.ts';
import type { ReservationState } from '#contract/reservations.ts';
import { isPastSlot } from '#contract/slots.ts';
import { askConfirm } from '#web/shell/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CancelPanel } from './admin-cancel-panel.tsx';
import { MovePanel } from './admin-move-panel.tsx';
import styles from './admin-reservation-page.module.css';
import { useAdminChange } from './use-admin-change.ts';
import { useNow } from './use-now.ts';

type Panel = 'cancel' | 'move' | null;

const done: Readonly<Record<ReservationState, string>> = {
  BOOKED: '예약됨으로 되돌렸습니다.',
  COMPLETED: '완료로 바꾸었습니다.',
  NO_SHOW: '노쇼로 바꾸었습니다.',
  CANCELLED: '예약을 취소했습니다. 시간이 비워졌습니다.',
};

/** What the studio can do with a booking as it stands; what it did is said beside it. */
export const ReservationActions = ({ booking }: { booking: ReservationDetail }) => {
  const { id, state, date, time } = booking;
  const { change, isChanging, report } = useAdminChange();
  const [panel, setPanel] = useState<Panel>(null);
  const hasBegun = isPastSlot(date, time, useNow());

  const become = async (next: ReservationState, reason = ''): Promise<void> => {
    const input = { params: { id }, body: { state: next, reason } };
    await change(adminReservationEndpoints.changeReservationState, input, done[next]);
    setPanel(null);
  };
  const reopen = async (): Promise<void> => {
    const message =
      state === 'CANCELLED'
        ? '취소한 예약을 되돌릴까요?\n그 시간이 아직 비어 있어야 합니다.'
        : '예약됨으로 되돌릴까요?';
    if (await askConfirm({ message, confirmLabel: '되돌리기' })) await become('BOOKED');
  };

  return (
    <section className={styles.block} aria-label="예약 처리">
      {state === 'BOOKED' ? (
        <>
          <div className={styles.actions}>
            {hasBegun && (
              <>
                <Button isLoading={isChanging} onClick={() => void become('COMPLETED')}>
                  완료
                </Button>
                <Button variant="secondary" isLoading={isChanging} onClick={() => void become('NO_SHOW')}>
                  노쇼
                </Button>
              </>
            )}
            <Button
              variant="secondary"
              aria-expanded={panel === 'move'}
              onClick={() => setPanel(panel === 'move' ? null : 'move')}
            >
              일정 변경
            </Button>
            <Button
              variant="danger"
              aria-expanded={panel === 'cancel'}
              onClick={() => setPanel(panel === 'cancel' ? null : 'cancel')}
            >
              예약 취소
            </Button>
          </div>
          {!hasBegun && <p className={styles.hint}>완료와 노쇼는 미팅이 시작된 뒤에 표시할 수 있습니다.</p>}
        </>
      ) : (
        <div className={styles.actions}>
          <Button variant="secondary" isLoading={isChanging} onClick={() => void reopen()}>
            되돌리기
          </Button>
        </div>
      )}
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
      {state === 'BOOKED' && panel === 'cancel' && (
        <CancelPanel
          booking={booking}
          isCancelling={isChanging}
          onCancel={(reason) => become('CANCELLED', reason)}
          onClose={() => setPanel(null)}
        />
      )}
      {state === 'BOOKED' && panel === 'move' && (
        <MovePanel
          booking={booking}
          isMoving={isChanging}
          onMove={async (body) => {
            const input = { params: { id }, body };
            const hasMoved = await change(
              adminReservationEndpoints.moveAnyReservation,
              input,
              '일정을 옮겼습니다.',
            );
            if (hasMoved) setPanel(null);
          }}
          onClose={() => setPanel(null)}
        />
      )}
    </section>
  );
};

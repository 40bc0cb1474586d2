import { adminReservationEndpoints, type AdminReservation } from '#contract/admin-reservations.ts';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/table.tsx';
import styles from './admin-reservations-page.module.css';
import { reservationStateLabels } from '#contract/text/reservation-states.ts';
import { useAction } from '#web/shell/use-action.ts';

const outcomes = ['COMPLETED', 'NO_SHOW', 'CANCELLED'] as const;

const buttonLabels = { COMPLETED: '완료', NO_SHOW: '노쇼', CANCELLED: '예약 취소' } as const;

/** The table column that settles past bookings, and the report of the last change. */
export const useSettleColumn = () => {
  const { send, isRunning, report } = useAction();

  const settle = (
    { id, state, date, time, memberName }: AdminReservation,
    outcome: (typeof outcomes)[number],
  ) =>
    send(
      adminReservationEndpoints.changeReservationState,
      { params: { id }, body: { state: outcome, seen: { state, date, time } } },
      () => `${memberName} 님의 예약을 ${reservationStateLabels[outcome]}로 변경했습니다.`,
    );

  const settleColumn: Column<AdminReservation> = {
    key: 'settle',
    header: '처리',
    cell: (booking) => (
      <span className={styles.settle}>
        {outcomes.map((outcome) => (
          <Button
            key={outcome}
            variant={outcome === 'CANCELLED' ? 'danger' : 'secondary'}
            size="small"
            aria-label={`${booking.memberName} ${buttonLabels[outcome]}`}
            isLoading={isRunning}
            onClick={() => void settle(booking, outcome)}
          >
            {buttonLabels[outcome]}
          </Button>
        ))}
      </span>
    ),
    isShort: true,
  };
  return { settleColumn, report };
};

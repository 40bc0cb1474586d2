import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { CategoryName } from '#core/content/web/use-category-name.tsx';
import { formatDate } from '#platform/contract/seoul-time.ts';
import { useAction } from '#platform/web/client/use-action.ts';
import { Badge } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { adminReservationEndpoints, type AdminReservation } from '../../contract/admin-reservations.ts';
import { reservationStateLabels } from '../../contract/reservation-states.ts';
import type { ReservationState } from '../../contract/reservations.ts';
import { formatSlot } from '../../contract/slots.ts';
import { ReservationStateBadge } from '../reservation-state-badge.tsx';
import rowLink from '#platform/web/ui/row-link.module.css';
import styles from './admin-reservations-page.module.css';

export const baseColumns: readonly Column<AdminReservation>[] = [
  {
    key: 'date',
    header: '날짜',
    cell: ({ date }) => <time dateTime={date}>{formatDate(date)}</time>,
    isShort: true,
  },
  { key: 'time', header: '시간', cell: ({ time }) => formatSlot(time), isShort: true },
  {
    key: 'member',
    header: '예약자',
    cell: ({ id, memberName, isGuest: isPhoneReservation, meetingKind }) => (
      <span className={styles.person}>
        <Link to={paths.adminReservation(id)} className={rowLink.link}>
          {memberName}
        </Link>
        {isPhoneReservation && <Badge tone="plain">전화 예약</Badge>}
        {meetingKind === 'PHONE' && <Badge tone="plain">전화 미팅</Badge>}
      </span>
    ),
    isRowHeader: true,
  },
  {
    key: 'type',
    header: '카테고리',
    cell: ({ shootType }) => <CategoryName id={shootType} />,
    isShort: true,
  },
];

export const reservationColumns: readonly Column<AdminReservation>[] = [
  ...baseColumns,
  {
    key: 'state',
    header: '상태',
    cell: ({ state }) => <ReservationStateBadge state={state} />,
    isShort: true,
  },
  { key: 'code', header: '예약 번호', cell: ({ reservationCode }) => reservationCode, isShort: true },
  { key: 'location', header: '촬영 장소', cell: ({ location }) => location },
];

type SettledReservation = Pick<AdminReservation, 'id' | 'state' | 'date' | 'time' | 'memberName'>;

/** Sets the outcome of a past reservation. `report` is that of the last change. */
export const useSettle = () => {
  const { send, isRunning, report } = useAction();
  const settle = (
    { id, state, date, time, memberName }: SettledReservation,
    outcome: Exclude<ReservationState, 'BOOKED'>,
  ) =>
    send(
      adminReservationEndpoints.changeReservationState,
      { params: { id }, body: { state: outcome, seen: { state, date, time } } },
      () => `${memberName} 님의 예약을 ${reservationStateLabels[outcome]}로 변경했습니다.`,
    );
  return { settle, isRunning, report };
};

const outcomes = [
  ['COMPLETED', '완료'],
  ['NO_SHOW', '노쇼'],
  ['CANCELLED', '예약 취소'],
] as const;

/** The table column that settles past reservations, and the report of the last change. */
export const useSettleColumn = () => {
  const { settle, isRunning, report } = useSettle();
  const settleColumn: Column<AdminReservation> = {
    key: 'settle',
    header: '처리',
    cell: (reservation) => (
      <span className={styles.settle}>
        {outcomes.map(([outcome, label]) => (
          <Button
            key={outcome}
            variant={outcome === 'CANCELLED' ? 'danger' : 'secondary'}
            size="small"
            aria-label={`${reservation.memberName} ${label}`}
            isLoading={isRunning}
            onClick={() => void settle(reservation, outcome)}
          >
            {label}
          </Button>
        ))}
      </span>
    ),
    isShort: true,
  };
  return { settleColumn, report };
};

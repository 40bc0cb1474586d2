import { Link } from 'react-router';
import type { AdminReservation } from '#contract/admin-reservations.ts';
import { formatDate } from '#contract/seoul-time.ts';
import { shootTypeLabels } from '#contract/shoot-types.ts';
import { formatSlot } from '#contract/slots.ts';
import { paths } from '#web/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import rowLink from '#web/ui/row-link.module.css';
import type { Column } from '#web/ui/table.tsx';
import styles from './admin-reservations-page.module.css';
import { ReservationStateBadge } from '#web/reservations/reservation-state-badge.tsx';

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
    cell: ({ id, memberName, isGuest }) => (
      <span className={styles.person}>
        <Link to={paths.adminReservation(id)} className={rowLink.link}>
          {memberName}
        </Link>
        {isGuest && <Badge tone="plain">전화 예약</Badge>}
      </span>
    ),
    isRowHeader: true,
  },
  { key: 'type', header: '카테고리', cell: ({ shootType }) => shootTypeLabels[shootType], isShort: true },
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

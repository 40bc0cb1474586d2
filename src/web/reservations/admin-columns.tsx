import type { AdminReservation } from '#contract/admin-reservations.ts';
import { formatDate } from '#contract/seoul-time.ts';
import { shootTypeLabels } from '#contract/shoot-types.ts';
import { formatSlot } from '#contract/slots.ts';
import type { Column } from '#web/ui/table.tsx';
import styles from './admin-reservations-page.module.css';

export const adminColumns: readonly Column<AdminReservation>[] = [
  {
    key: 'code',
    header: '예약 번호',
    cell: ({ reservationCode }) => reservationCode,
    isRowHeader: true,
    isShort: true,
  },
  { key: 'member', header: '예약자', cell: ({ memberName }) => memberName },
  { key: 'type', header: '분류', cell: ({ shootType }) => shootTypeLabels[shootType], isShort: true },
  {
    key: 'date',
    header: '날짜',
    cell: ({ date }) => <time dateTime={date}>{formatDate(date)}</time>,
    isShort: true,
  },
  { key: 'time', header: '시간', cell: ({ time }) => formatSlot(time), isShort: true },
  { key: 'desired', header: '희망 촬영 날짜', cell: ({ desiredShootDate }) => desiredShootDate },
  { key: 'location', header: '장소', cell: ({ location }) => location },
  {
    key: 'notes',
    header: '요청 사항',
    cell: ({ notes }) => (notes === '' ? '–' : <span className={styles.notes}>{notes}</span>),
  },
];

import { CalendarClock } from 'lucide-react';
import type { Reservation } from '#contract/reservations.ts';
import { formatDate } from '#contract/seoul-time.ts';
import { shootTypeLabels } from '#contract/shoot-types.ts';
import { formatSlot } from '#contract/slots.ts';
import { countDown } from './countdown.ts';
import { FactList } from '#web/ui/fact-list.tsx';
import styles from './history-card.module.css';

interface HistoryCardProps {
  readonly booking: Reservation;
  readonly now: Date;
}

/** One booking: when first, then what was told. */
export const HistoryCard = ({ booking, now }: HistoryCardProps) => {
  const countdown = countDown(booking.date, now);
  return (
    <li className={styles.card} data-past={countdown === null || undefined}>
      <div className={styles.head}>
        <h2 className={styles.when}>
          <time dateTime={booking.date}>{formatDate(booking.date)}</time>{' '}
          <span>{formatSlot(booking.time)}</span>
        </h2>
        {countdown !== null && (
          <p className={styles.countdown} data-today={countdown.isToday || undefined}>
            {countdown.isToday && <CalendarClock size={18} aria-hidden="true" />}
            {countdown.text}
          </p>
        )}
      </div>
      <FactList
        facts={[
          ['예약 번호', booking.reservationCode],
          ['카테고리', shootTypeLabels[booking.shootType]],
          ['희망 촬영 날짜', booking.desiredShootDate],
          ['촬영 장소', booking.location],
          ['요청 사항', booking.notes],
        ]}
      />
    </li>
  );
};

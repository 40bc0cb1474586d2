import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Reservation } from '#contract/reservations.ts';
import { formatDate } from '#contract/seoul-time.ts';
import { shootTypeLabels } from '#contract/shoot-types.ts';
import { formatSlot } from '#contract/slots.ts';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { ReservationStateBadge } from '#web/reservations/reservation-state-badge.tsx';
import { formatCountdown } from './countdown.ts';
import styles from './history-card.module.css';

interface HistoryCardProps {
  readonly booking: Reservation;
  readonly now: Date;
  /** What can be done with it. */
  readonly actions?: ReactNode;
  /** A message linked to it: it is scrolled to and focused. */
  readonly isLinked?: boolean;
}

/** One booking. Only a booked meeting has a countdown. */
export const HistoryCard = ({ booking, now, actions, isLinked = false }: HistoryCardProps) => {
  const countdown = booking.state === 'BOOKED' ? formatCountdown(booking.date, now) : null;
  return (
    <li
      ref={isLinked ? focusOnMount : null}
      tabIndex={isLinked ? -1 : undefined}
      className={styles.card}
      data-past={countdown === null || undefined}
    >
      <div className={styles.head}>
        <h3 className={styles.when} data-cancelled={booking.state === 'CANCELLED' || undefined}>
          <time dateTime={booking.date}>{formatDate(booking.date)}</time>{' '}
          <span>{formatSlot(booking.time)}</span>
        </h3>
        <ReservationStateBadge state={booking.state} />
        {countdown !== null && (
          <p className={styles.countdown} data-today={countdown.isToday || undefined}>
            {countdown.isToday && <CalendarClock size={18} aria-hidden="true" />}
            {countdown.text}
          </p>
        )}
      </div>
      <DescriptionList
        facts={[
          ['예약 번호', booking.reservationCode],
          ['카테고리', shootTypeLabels[booking.shootType]],
          ['희망 촬영 날짜', booking.desiredShootDate],
          ['촬영 장소', booking.location],
          ['요청 사항', booking.notes],
        ]}
      />
      {actions}
    </li>
  );
};

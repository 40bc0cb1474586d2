import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Reservation } from '#contract/reservations.ts';
import { formatDate } from '#contract/seoul-time.ts';
import { formatSlot } from '#contract/slots.ts';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { ReservationStateBadge } from '#web/reservations/reservation-state-badge.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { formatCountdown } from './countdown.ts';
import { MeetingPlace } from './meeting-place.tsx';
import styles from './next-booking.module.css';
import { StudioChanges } from './studio-changes.tsx';

interface NextBookingProps {
  readonly booking: Reservation;
  readonly now: Date;
  readonly actions: ReactNode;
  /** A message linked to it: it is scrolled to and focused. */
  readonly isLinked: boolean;
}

/** The next booking, with its countdown and the way to the studio. */
export const NextBooking = ({ booking, now, actions, isLinked }: NextBookingProps) => {
  const countdown = formatCountdown(booking.date, now);
  return (
    <li ref={isLinked ? focusOnMount : null} tabIndex={isLinked ? -1 : undefined} className={styles.card}>
      <div className={styles.top}>
        {countdown !== null && (
          <p className={styles.countdown} data-today={countdown.isToday || undefined}>
            {countdown.isToday && <CalendarClock size={18} aria-hidden="true" />}
            {countdown.text}
          </p>
        )}
        <ReservationStateBadge state={booking.state} />
      </div>
      <h3 className={styles.when}>
        <time dateTime={booking.date}>{formatDate(booking.date)}</time>{' '}
        <span>{formatSlot(booking.time)}</span>
      </h3>
      <StudioChanges booking={booking} />
      <MeetingPlace />
      {actions}
      <BookingFacts booking={booking} />
    </li>
  );
};

import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Reservation } from '#contract/reservations.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import { shootTypeLabels } from '#contract/shoot-types.ts';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { formatMeeting, formatShortMeeting } from '#web/reservations/format-meeting.ts';
import { ReservationStateBadge } from '#web/reservations/reservation-state-badge.tsx';
import { BookingFacts, StudioChanges } from './booking-facts.tsx';
import { formatCountdown } from './countdown.ts';
import styles from './history-row.module.css';

interface HistoryRowProps {
  readonly booking: Reservation;
  readonly now: Date;
  /** What can be done with it. */
  readonly actions?: ReactNode;
  /** A message linked to it: it is unfolded, scrolled to and focused. */
  readonly isLinked: boolean;
}

/** One booking in a line that unfolds. Only a booked meeting has a countdown. */
export const HistoryRow = ({ booking, now, actions, isLinked }: HistoryRowProps) => {
  const [isOpen, setIsOpen] = useState(isLinked);
  const isThisYear = booking.date.startsWith(seoulDate(now).slice(0, 4));
  const countdown = booking.state === 'BOOKED' ? formatCountdown(booking.date, now) : null;
  return (
    <li ref={isLinked ? focusOnMount : null} tabIndex={isLinked ? -1 : undefined} className={styles.row}>
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className={styles.summary}>
          <span className={styles.when}>
            <span data-cancelled={booking.state === 'CANCELLED' || undefined}>
              {isThisYear ? '' : `${booking.date.slice(0, 4)}.`}
              {formatShortMeeting(booking)}
            </span>{' '}
            <span className={styles.type}>{shootTypeLabels[booking.shootType]}</span>
          </span>
          {countdown === null ? (
            <ReservationStateBadge state={booking.state} />
          ) : (
            <span className="note tabular nowrap">{countdown.text}</span>
          )}
          <ChevronDown className={styles.arrow} size={18} aria-hidden="true" />
        </summary>
        {isOpen && (
          <div className={styles.content}>
            <p>{formatMeeting(booking)}</p>
            <StudioChanges booking={booking} />
            <BookingFacts booking={booking} />
            {actions}
          </div>
        )}
      </details>
    </li>
  );
};

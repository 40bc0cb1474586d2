import { CalendarClock, MapPin, Phone, ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { callLink, mapLinks } from '#core/content/web/contact-links.ts';
import { CategoryName } from '#core/content/web/use-category-name.tsx';
import { useStudio } from '#core/content/web/use-studio.ts';
import { formatDate, seoulDate } from '#platform/contract/seoul-time.ts';
import { formatCountdown } from '#platform/web/client/countdown.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { focusOnMount } from '#platform/web/ui/focus-on-mount.ts';
import type { Reservation } from '../../contract/reservations.ts';
import { formatSlot } from '../../contract/slots.ts';
import { formatMeeting, formatMeetingStart } from '../format-meeting.ts';
import { ReservationStateBadge } from '../reservation-state-badge.tsx';
import { ReservationFacts, StudioChanges } from './reservation-facts.tsx';
import styles from './history-reservations.module.css';

/** The studio's address with links to maps and its phone. */
const MeetingPlace = () => {
  const { address, phone } = useStudio();
  return (
    <div className="stack-1">
      <p className="row-2 middle">
        <MapPin className="muted" size={18} aria-hidden="true" />
        <span>{address}</span>
      </p>
      <p className={styles.links}>
        {mapLinks(address).map(({ name, url }) => (
          <a
            key={name}
            href={url}
            className="link"
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`${name} (새 창)`}
          >
            {name}
          </a>
        ))}
        <a href={callLink(phone)} className="link row-1">
          <Phone size={16} aria-hidden="true" /> {phone}
        </a>
      </p>
    </div>
  );
};

interface HistoryReservationProps {
  readonly reservation: Reservation;
  readonly now: Date;
  /** The actions that the reservation offers. */
  readonly actions?: ReactNode;
  /** Whether the URL names the reservation, as links in messages do. Then it is unfolded, scrolled to and focused. */
  readonly isLinked: boolean;
}

/** The next reservation, with its countdown and, unless it is by phone, the studio's address. */
export const NextReservation = ({ reservation, now, actions, isLinked }: HistoryReservationProps) => {
  const countdown = formatCountdown(reservation.date, now);
  return (
    <li
      ref={isLinked ? focusOnMount : null}
      tabIndex={isLinked ? -1 : undefined}
      className={cx('stack-4', styles.card)}
    >
      <div className={styles.top}>
        {countdown !== null && (
          <p
            className={cx('row-1 middle strong tabular', styles.countdown)}
            data-today={countdown.isToday || undefined}
          >
            {countdown.isToday && <CalendarClock size={18} aria-hidden="true" />}
            {countdown.text}
          </p>
        )}
        <ReservationStateBadge state={reservation.state} />
      </div>
      <h3 className={styles.when}>
        <time dateTime={reservation.date}>{formatDate(reservation.date)}</time>{' '}
        <span>{formatSlot(reservation.time)}</span>
      </h3>
      <StudioChanges reservation={reservation} />
      {reservation.meetingKind === 'PHONE' ? (
        <p>전화 미팅입니다. 약속한 시간에 전화드리겠습니다.</p>
      ) : (
        <MeetingPlace />
      )}
      {actions}
      <ReservationFacts reservation={reservation} />
    </li>
  );
};

/** One reservation in a line that unfolds. Only a booked meeting has a countdown. */
export const HistoryRow = ({ reservation, now, actions, isLinked }: HistoryReservationProps) => {
  const [isOpen, setIsOpen] = useState(isLinked);
  const countdown = reservation.state === 'BOOKED' ? formatCountdown(reservation.date, now) : null;
  return (
    <li
      ref={isLinked ? focusOnMount : null}
      tabIndex={isLinked ? -1 : undefined}
      className={cx('ruled', styles.row)}
    >
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className={styles.summary}>
          <span className={styles.rowWhen}>
            <span data-cancelled={reservation.state === 'CANCELLED' || undefined}>
              {formatMeetingStart(reservation, seoulDate(now))}
            </span>{' '}
            <span className={cx('note', styles.rowType)}>
              <CategoryName id={reservation.shootType} />
            </span>
          </span>
          {countdown === null ? (
            <ReservationStateBadge state={reservation.state} />
          ) : (
            <span className="note tabular nowrap">{countdown.text}</span>
          )}
          <ChevronDown className={cx('muted', styles.arrow)} size={18} aria-hidden="true" />
        </summary>
        {isOpen && (
          <div className={cx('stack-4', styles.content)}>
            <p>{formatMeeting(reservation)}</p>
            <StudioChanges reservation={reservation} />
            <ReservationFacts reservation={reservation} />
            {actions}
          </div>
        )}
      </details>
    </li>
  );
};

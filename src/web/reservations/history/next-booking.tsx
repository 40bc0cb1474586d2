import { CalendarClock, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Reservation } from '#contract/reservations.ts';
import { formatDate } from '#contract/seoul-time.ts';
import { formatSlot } from '#contract/slots.ts';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { ReservationStateBadge } from '#web/reservations/reservation-state-badge.tsx';
import { useStudio } from '#web/shell/use-studio.ts';
import { callLink, mapLinks } from '#web/studio/contact-links.ts';
import { BookingFacts, StudioChanges } from './booking-facts.tsx';
import { formatCountdown } from './countdown.ts';
import styles from './next-booking.module.css';
import place from './meeting-place.module.css';

/** The studio's address with links to maps and its phone. */
const MeetingPlace = () => {
  const { address, phone } = useStudio();
  return (
    <div className="stack-1">
      <p className={place.line}>
        <MapPin size={18} aria-hidden="true" />
        <span>{address}</span>
      </p>
      <p className={place.links}>
        {mapLinks(address).map(({ name, url }) => (
          <a key={name} href={url} target="_blank" rel="noopener noreferrer" aria-label={`${name} (새 창)`}>
            {name}
          </a>
        ))}
        <a href={callLink(phone)}>
          <Phone size={16} aria-hidden="true" /> {phone}
        </a>
      </p>
    </div>
  );
};

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

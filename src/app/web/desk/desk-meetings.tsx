import { Phone } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { CategoryName } from '#core/content/web/use-category-name.tsx';
import { isPastSlot } from '#features/reservations/contract/bookable-dates.ts';
import { reservationStateLabels } from '#features/reservations/contract/reservation-states.ts';
import { formatSlot } from '#features/reservations/contract/slots.ts';
import { useSettle } from '#features/reservations/web/admin/reservation-columns.tsx';
import { ReservationStateBadge } from '#features/reservations/web/reservation-state-badge.tsx';
import { useNow } from '#platform/web/client/use-now.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import type { Desk, DeskMeeting } from '../../contract/desk.ts';
import styles from './desk-meetings.module.css';

const outcomes = ['COMPLETED', 'NO_SHOW'] as const;

interface MeetingProps {
  readonly meeting: DeskMeeting;
  readonly hasBegun: boolean;
  readonly isSettling: boolean;
  readonly onSettle: (outcome: (typeof outcomes)[number]) => void;
}

const Meeting = ({ meeting, hasBegun, isSettling, onSettle }: MeetingProps) => {
  const { id, time, memberName, shootType, meetingKind, state, phoneNumber } = meeting;
  return (
    <li className={cx('row-1 wrap middle', styles.meeting)}>
      <span className="strong tabular">{formatSlot(time)}</span>
      <Link to={paths.adminReservation(id)} className="link">
        {memberName}
      </Link>
      <span className={cx('note', styles.type)}>
        <CategoryName id={shootType} />
        {meetingKind === 'PHONE' && ' · 전화 미팅'}
      </span>
      <span className="row-2 middle">
        {state !== 'BOOKED' && <ReservationStateBadge state={state} />}
        {state === 'BOOKED' &&
          hasBegun &&
          outcomes.map((outcome) => (
            <Button
              key={outcome}
              variant="secondary"
              size="small"
              isLoading={isSettling}
              aria-label={`${memberName} ${reservationStateLabels[outcome]}`}
              onClick={() => onSettle(outcome)}
            >
              {reservationStateLabels[outcome]}
            </Button>
          ))}
        {phoneNumber !== null && (
          <a
            href={`tel:${phoneNumber}`}
            className={buttonClass({ variant: 'quiet', size: 'small' })}
            aria-label={`${memberName}에게 전화`}
          >
            <Phone size={18} aria-hidden="true" />
          </a>
        )}
      </span>
    </li>
  );
};

/** Today's meetings. Once a booked meeting has begun, its outcome can be set. */
export const DeskMeetings = ({ date, meetings }: Pick<Desk, 'date' | 'meetings'>) => {
  const now = useNow();
  const { settle, isRunning, report } = useSettle();
  return (
    <section aria-labelledby="desk-meetings" className="stack-3 start">
      <h2 id="desk-meetings">오늘의 미팅</h2>
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
      {meetings.length === 0 ? (
        <p className="muted">
          오늘은 미팅이 없습니다.{' '}
          <Link to={paths.adminPhoneReservation({ date })}>전화로 받은 예약 등록</Link>
        </p>
      ) : (
        <ul className="ruled">
          {meetings.map((meeting) => (
            <Meeting
              key={meeting.id}
              meeting={meeting}
              hasBegun={isPastSlot(date, meeting.time, now)}
              isSettling={isRunning}
              onSettle={(outcome) => void settle({ ...meeting, date }, outcome)}
            />
          ))}
        </ul>
      )}
    </section>
  );
};

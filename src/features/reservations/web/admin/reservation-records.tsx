import { paths } from '#core/content/web/paths.ts';
import { CategoryName } from '#core/content/web/use-category-name.tsx';
import { formatDayHeading, formatNearDay } from '#platform/contract/seoul-time.ts';
import type { ListedRecord } from '#platform/web/client/record-list.tsx';
import { useAction } from '#platform/web/client/use-action.ts';
import { Badge } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { PhoneNumber } from '#platform/web/ui/phone-number.tsx';
import { adminReservationEndpoints, type ListedReservation } from '../../contract/admin-reservations.ts';
import { reservationStateLabels } from '../../contract/reservation-states.ts';
import type { ReservationState } from '../../contract/reservations.ts';
import { formatSlot } from '../../contract/slots.ts';
import { ReservationStateBadge } from '../reservation-state-badge.tsx';
import styles from './reservation-records.module.css';

/** A reservation as a row that shows the date of its meeting. */
export const toDatedRecord = (reservation: ListedReservation, today: string): ListedRecord => {
  const { id, date, time, memberName, isGuest, meetingKind, phoneNumber, shootType } = reservation;
  const { state, reservationCode, location } = reservation;
  return {
    id,
    to: paths.adminReservation(id),
    lead: (
      <>
        <time dateTime={date} className={styles.date}>
          {formatNearDay(date, today)}
        </time>{' '}
        {formatSlot(time)}
      </>
    ),
    title: memberName,
    tags: (
      <>
        {isGuest && <Badge tone="plain">전화 예약</Badge>}
        {meetingKind === 'PHONE' && <Badge tone="plain">전화 미팅</Badge>}
      </>
    ),
    meta: [
      phoneNumber !== null && <PhoneNumber key="phone" digits={phoneNumber} />,
      <CategoryName key="category" id={shootType} />,
    ],
    aside: location === '' ? reservationCode : `${reservationCode} · ${location}`,
    badge: <ReservationStateBadge state={state} />,
  };
};

/** A reservation as a row below the heading of its day. */
export const toRecordOfDay = (reservation: ListedReservation, today: string): ListedRecord => ({
  ...toDatedRecord(reservation, today),
  heading: formatDayHeading(reservation.date, today),
  lead: formatSlot(reservation.time),
});

type Outcome = Exclude<ReservationState, 'BOOKED'>;

/** The buttons that set the outcome of a past reservation, and the report of the last change. */
export const useSettle = () => {
  const { send, isRunning, report } = useAction();
  const settle = ({ id, state, date, time, memberName }: ListedReservation, outcome: Outcome) =>
    send(
      adminReservationEndpoints.changeReservationState,
      { params: { id }, body: { state: outcome, seen: { state, date, time } } },
      () => `${memberName} 님의 예약을 ${reservationStateLabels[outcome]}로 변경했습니다.`,
    );
  const settleButtons = (reservation: ListedReservation, outcomes: readonly Outcome[]) =>
    outcomes.map((outcome) => {
      const label = outcome === 'CANCELLED' ? '예약 취소' : reservationStateLabels[outcome];
      return (
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
      );
    });
  return { settleButtons, report };
};

import { Ban, CalendarPlus, LockOpen } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { CategoryName } from '#core/content/web/use-category-name.tsx';
import { formatDateWithoutYear } from '#platform/contract/seoul-time.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { Badge } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { formatSlot } from '../../contract/slots.ts';
import { ReservationStateBadge } from '../reservation-state-badge.tsx';
import { formatSlotState, type ScheduleSlot } from './schedule-labels.ts';
import styles from './schedule-day-panel.module.css';

interface SlotRowProps {
  readonly date: string;
  readonly slot: ScheduleSlot;
  readonly onPress: (state: 'BLOCKED' | 'FREE') => void;
  /** Names the date in the labels of the buttons. */
  readonly namesDate?: boolean;
  /** Further attributes of the row, such as those that make it draggable. */
  readonly attributes?: ComponentProps<'li'>;
}

const SlotReservation = ({ reservation }: { reservation: NonNullable<ScheduleSlot['reservation']> }) => (
  <Link
    to={paths.adminReservation(reservation.id)}
    className={cx('row-2 wrap middle small', styles.reservation)}
    draggable={false}
  >
    <span className={cx('strong', styles.name)}>{reservation.memberName}</span>
    <span>
      <CategoryName id={reservation.shootType} />
    </span>
    <ReservationStateBadge state={reservation.state} />
    {reservation.isGuest && <Badge tone="plain">전화 예약</Badge>}
  </Link>
);

/** One time of the day. A booked time links to its reservation and cannot be blocked. */
export const SlotRow = ({ date, slot, onPress, namesDate = false, attributes }: SlotRowProps) => {
  const { time, state, isPast, reservation } = slot;
  const label = formatSlot(time);
  const name = namesDate ? `${formatDateWithoutYear(date)} ${label}` : label;
  const canPress = !isPast && (state === 'FREE' || state === 'BLOCKED');
  const [action, Icon] = state === 'FREE' ? (['차단', Ban] as const) : (['차단 해제', LockOpen] as const);
  return (
    <li
      {...attributes}
      className={cx('stack-3 middle ruled', styles.row)}
      data-state={state}
      data-past={isPast || undefined}
    >
      <span className={cx('tabular nowrap', styles.time)}>{label}</span>
      {reservation === null ? (
        <span className={cx('note', styles.state)}>{formatSlotState(slot)}</span>
      ) : (
        <SlotReservation reservation={reservation} />
      )}
      {canPress && (
        <span className={styles.actions}>
          {state === 'FREE' && (
            <ButtonLink
              to={paths.adminPhoneReservation({ date, time })}
              variant="quiet"
              size="small"
              aria-label={`${name} 예약 등록`}
              title="예약 등록"
            >
              <CalendarPlus size={20} aria-hidden="true" />
            </ButtonLink>
          )}
          <Button
            variant="secondary"
            size="small"
            aria-label={`${name} ${action}`}
            title={action}
            // The second click of a double click would undo the first.
            onClick={({ detail }) => detail < 2 && onPress(state === 'FREE' ? 'BLOCKED' : 'FREE')}
          >
            <Icon size={16} aria-hidden="true" />
            <span className={styles.action}>{action}</span>
          </Button>
        </span>
      )}
    </li>
  );
};

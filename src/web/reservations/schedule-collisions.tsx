import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AdminReservation } from '#contract/admin-reservations.ts';
import { shootTypeLabels } from '#contract/shoot-types.ts';
import { formatSlot } from '#contract/slots.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './schedule-forms.module.css';
import { formatShortDate } from './schedule-words.ts';
import type { Closing } from './use-closing.ts';

interface CollisionsProps {
  readonly bookings: readonly AdminReservation[];
  readonly confirmLabel: string;
  readonly isSaving: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Lists the bookings in the way before anything is blocked: they stay. */
const Collisions = ({ bookings, confirmLabel, isSaving, onConfirm, onCancel }: CollisionsProps) => (
  <section className={styles.panel} aria-label="예약이 있는 날">
    <Notice>
      이미 예약된 시간이 있습니다. 예약 {bookings.length}건은 그대로 두고 나머지 시간만 차단합니다. 예약을
      변경하거나 취소하려면 해당 예약을 눌러 주세요.
    </Notice>
    <ul className={styles.list}>
      {bookings.map(({ id, date, time, memberName, shootType }) => (
        <li key={id} className={styles.item}>
          <Link to={paths.adminReservation(id)} className={styles.link}>
            <span>
              {formatShortDate(date)} {formatSlot(time)}
            </span>
            <span className={styles.detail}>
              {memberName} · {shootTypeLabels[shootType]}
            </span>
          </Link>
        </li>
      ))}
    </ul>
    <div className={styles.actions}>
      <Button isLoading={isSaving} onClick={onConfirm}>
        {confirmLabel}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        취소
      </Button>
    </div>
  </section>
);

interface ClosingFootProps {
  readonly closing: Closing;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  /** The buttons, while no booking is in the way. */
  readonly children: ReactNode;
}

/** The end of a form that blocks times: its buttons or the bookings in the way, and the outcome. */
export const ClosingFoot = ({ closing, confirmLabel, onConfirm, children }: ClosingFootProps) => (
  <>
    {closing.collisions === null ? (
      <div className={styles.actions}>{children}</div>
    ) : (
      <Collisions
        bookings={closing.collisions}
        confirmLabel={confirmLabel}
        isSaving={closing.isRunning}
        onConfirm={onConfirm}
        onCancel={closing.reset}
      />
    )}
    {closing.report !== null && <Notice tone={closing.report.tone}>{closing.report.text}</Notice>}
  </>
);

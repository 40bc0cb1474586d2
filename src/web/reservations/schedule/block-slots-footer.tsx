import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AdminReservation } from '#contract/admin-reservations.ts';
import { shootTypeLabels } from '#contract/shoot-types.ts';
import { formatSlot } from '#contract/slots.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './schedule-forms.module.css';
import { formatShortDate } from './schedule-labels.ts';
import type { BlockSlots } from './use-block-slots.ts';

interface ConflictsProps {
  readonly bookings: readonly AdminReservation[];
  readonly confirmLabel: string;
  readonly isSaving: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Lists the conflicting reservations, which stay, before anything is blocked. */
const Conflicts = ({ bookings, confirmLabel, isSaving, onConfirm, onCancel }: ConflictsProps) => (
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
            <span className="note">
              {memberName} · {shootTypeLabels[shootType]}
            </span>
          </Link>
        </li>
      ))}
    </ul>
    <div className="row-2 wrap">
      <Button isLoading={isSaving} onClick={onConfirm}>
        {confirmLabel}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        취소
      </Button>
    </div>
  </section>
);

interface BlockSlotsFooterProps {
  readonly blockSlots: BlockSlots;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  /** The buttons, shown while there are no conflicts. */
  readonly children: ReactNode;
}

/** The footer of a form that blocks times: its buttons or the conflicting reservations, and the result. */
export const BlockSlotsFooter = ({
  blockSlots,
  confirmLabel,
  onConfirm,
  children,
}: BlockSlotsFooterProps) => (
  <>
    {blockSlots.collisions === null ? (
      <div className="row-2 wrap">{children}</div>
    ) : (
      <Conflicts
        bookings={blockSlots.collisions}
        confirmLabel={confirmLabel}
        isSaving={blockSlots.isRunning}
        onConfirm={onConfirm}
        onCancel={blockSlots.reset}
      />
    )}
    {blockSlots.report !== null && <Notice tone={blockSlots.report.tone}>{blockSlots.report.text}</Notice>}
  </>
);

import { useState } from 'react';
import { Link } from 'react-router';
import type { Reservation } from '#contract/reservations.ts';
import { paths } from '#web/paths.ts';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { Notice } from '#web/ui/notice.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { formatMeeting } from './format-meeting.ts';
import { HistoryActions } from './history-actions.tsx';
import { HistoryCard } from './history-card.tsx';
import styles from './history-lists.module.css';
import { MoveDialog } from './move-dialog.tsx';
import { splitHistory } from './split-history.ts';
import { useNow } from './use-now.ts';

/** What is being done, and with which booking as it was then. */
interface Change {
  readonly kind: 'move' | 'cancel';
  readonly booking: Reservation;
}

const dialogs = { move: MoveDialog, cancel: CancelDialog } as const;

const describe = ({ kind, booking }: Change, after: Reservation): string =>
  kind === 'cancel'
    ? `${formatMeeting(booking)} 예약을 취소했습니다.`
    : `${formatMeeting(booking)} 예약을 ${formatMeeting(after)}로 변경했습니다.`;

/** Upcoming bookings and what can be done with them, then those that are over. */
export const HistoryLists = ({ bookings }: { bookings: readonly Reservation[] }) => {
  const now = useNow();
  const [change, setChange] = useState<Change | null>(null);
  const [report, setReport] = useState('');
  const { upcoming, past } = splitHistory(bookings, now);

  const begin = (next: Change): void => {
    setReport('');
    setChange(next);
  };

  const Dialog = change === null ? null : dialogs[change.kind];
  return (
    <>
      {report !== '' && (
        // The pressed button may be gone, or belong to another booking now.
        <div ref={focusOnMount} tabIndex={-1} className={styles.report}>
          <Notice tone="success">{report}</Notice>
        </div>
      )}
      <section className={styles.section} aria-labelledby="upcoming-title">
        <h2 id="upcoming-title" className={styles.title}>
          예정된 예약
        </h2>
        {upcoming.length === 0 ? (
          <p className={styles.none}>
            예정된 예약이 없습니다. <Link to={paths.reserveType()}>예약하기</Link>
          </p>
        ) : (
          <ul className={styles.list}>
            {upcoming.map((booking) => (
              <HistoryCard
                key={booking.id}
                booking={booking}
                now={now}
                actions={
                  <HistoryActions
                    booking={booking}
                    now={now}
                    onMove={() => begin({ kind: 'move', booking })}
                    onCancel={() => begin({ kind: 'cancel', booking })}
                  />
                }
              />
            ))}
          </ul>
        )}
      </section>
      {past.length > 0 && (
        <section className={styles.section} aria-labelledby="past-title">
          <h2 id="past-title" className={styles.title}>
            지난 예약과 취소한 예약
          </h2>
          <ul className={styles.list}>
            {past.map((booking) => (
              <HistoryCard key={booking.id} booking={booking} now={now} />
            ))}
          </ul>
        </section>
      )}
      {change !== null && Dialog !== null && (
        <Dialog
          booking={change.booking}
          onClose={() => setChange(null)}
          onDone={(after) => {
            setReport(describe(change, after));
            setChange(null);
          }}
        />
      )}
    </>
  );
};
